import type { Brand } from '../util/brand.ts';
import { canonicalJson, sha256 } from '../util/canonical-json.ts';

export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** The part that a call plays in its experiment. */
export type Slot = 'forecast' | 'execute' | 'judge' | 'author' | 'answer';

/**
 * Whose model a call goes to: the subject, the run's judge (the subject itself unless one is named), or another model of
 * the run, which `predictor` names where it predicts the subject, else `part`.
 */
export type CallRole = 'subject' | 'judge' | 'peer';

/** What a request asks of the sampler. An absent field is not sent: the server's default holds. */
export interface Sampling {
  readonly temperature?: number | undefined;
  readonly topP?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly seed?: number | undefined;
  readonly reasoningEffort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | undefined;
}

/** One request in an empty session, as an experiment plans it. `slot`, `part` and `sample` name it inside its item. */
export interface Call {
  readonly slot: Slot;
  /** Which of several calls of the slot (the question of a group, the peer that answers); '' where there is one. */
  readonly part: string;
  /** Repeat number, from 0. Two executions of one prompt are two samples and never share an answer. */
  readonly sample: number;
  readonly role: CallRole;
  /** Display name of the other model that predicts the subject in this call (role `peer`); absent: no other model does. */
  readonly predictor?: string;
  readonly messages: readonly Message[];
  /** Maximum tokens of this answer, where the run sets none; absent: the experiment's maximum for the slot. */
  readonly maxOutputTokens?: number;
}

export type CallKey = Brand<'CallKey'>;

/** What decides an answer, and so what an answer is stored under. Timeouts and retries are not in it. */
export interface KeyedCall {
  /** `identity` of the model that is asked (see models/language-model.ts). */
  readonly model: string;
  readonly sampling: Sampling;
  readonly messages: readonly Message[];
  readonly slot: Slot;
  readonly sample: number;
  /** Name of a deliberate repetition of the whole run. Absent: an equal call of any run has the same key. */
  readonly repeatAs?: string | undefined;
}

/**
 * Canonical JSON of the keyed fields: what an answer is stored with. Written out, as every call needs one: sorting the names
 * of the same fields each time took most of it.
 */
export function callText({ model, sampling, messages, slot, sample, repeatAs }: KeyedCall): string {
  const said = messages.map(({ role, content }) => `{"content":${JSON.stringify(content)},"role":"${role}"}`).join(',');
  const repeated = repeatAs === undefined ? '' : `,"repeatAs":${JSON.stringify(repeatAs)}`;
  const asked = `"messages":[${said}],"model":${JSON.stringify(model)}${repeated},"sample":${sample}`;
  return `{${asked},"sampling":${samplingText(sampling)},"slot":"${slot}"}`;
}

const samplingFields = Object.keys({
  maxOutputTokens: true,
  reasoningEffort: true,
  seed: true,
  temperature: true,
  topP: true,
} satisfies Record<keyof Sampling, true>) as readonly (keyof Sampling)[]; // in canonical order

function samplingText(sampling: Sampling): string {
  let text = '';
  for (const name of samplingFields) {
    const value = sampling[name];
    if (value !== undefined) text += `${text === '' ? '' : ','}"${name}":${canonicalJson(value)}`;
  }
  return `{${text}}`;
}

/** Hex sha256 of a call's text: what its answer is stored under. */
export function callKey(text: string): CallKey {
  return sha256(text) as CallKey; // the one place that makes keys
}
