import type { ServerResponse } from 'node:http';
import type { FailureCode } from '../../../src/domain/answer.ts';
import type { Received } from './loopback-server.ts';

/** One request that meets a fault. */
export interface Scene {
  readonly received: Received;
  readonly response: ServerResponse;
  /** The model's answer to this prompt. */
  readonly content: string;
  /** Another host, which must not receive any request. */
  readonly elsewhere: string;
  /** Milliseconds after which the client stops waiting. */
  readonly timeoutMs: number;
}

/** A way in which a host answers badly. */
export interface Fault {
  readonly send: (scene: Scene) => void | Promise<void>;
  /** Result of an attempt: a failure code, or an answer with the model's text or an empty text. */
  readonly comesTo: FailureCode | 'answered' | 'answered-empty';
}
