import { EventEmitter } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildRequest, itemTasks } from '../../src/answers/plan/item-task.ts';
import { resolveItem } from '../../src/answers/plan/planned-calls.ts';
import type { PreparedRun } from '../../src/answers/prepare/prepared-run.ts';
import type { Attempt } from '../../src/domain/answer.ts';
import type { CallKey } from '../../src/domain/call.ts';
import type { Dataset } from '../../src/domain/dataset.ts';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import type { LanguageModel } from '../../src/models/language-model.ts';
import { prepareRecording } from '../../src/recordings/import/prepare-recording.ts';
import { type Recording, recordedModel } from '../../src/recordings/import/recording.ts';
import { sha256 } from '../../src/util/canonical-json.ts';
import { seededRandom } from '../../src/util/random.ts';
import { bodyOf } from './models/loopback-server.ts';

export interface RecordedServer {
  readonly baseUrl: string;
  /** Requests received, by prompt. */
  readonly asked: ReadonlyMap<string, number>;
  /** Returns the maximum number of concurrent requests. */
  readonly mostOpen: () => number;
  /** Resolves when that many further requests have been received. */
  received(requests: number): Promise<void>;
  /** Stops answering until the returned function is called. */
  hold(): () => void;
  /** Returns the number of requests received so far. */
  total(): number;
  close(): Promise<void>;
}

export type Replies = ReadonlyMap<string, Attempt>;

/** Answers of a run, prompt by prompt, and the number of distinct calls of each prompt. */
export interface Script {
  readonly replies: Replies;
  readonly calls: ReadonlyMap<string, number>;
}

export function promptOf(messages: readonly { readonly content: string }[]): string {
  return messages.map(({ content }) => content).join('\n');
}

/** Executes the plan of a prepared run with one model. A repeated prompt gets its earlier answer. */
export async function scriptOf(
  { config, experiments, datasets }: Pick<PreparedRun, 'config' | 'experiments' | 'datasets'>,
  model: LanguageModel,
): Promise<Script> {
  const replies = new Map<string, Attempt>();
  const keys = new Map<string, Set<CallKey>>();
  const signal = new AbortController().signal;
  for (const work of itemTasks(config, experiments, datasets)) {
    await resolveItem(work.experiment, work.context, async (calls, answers) => {
      for (const call of calls) {
        const { key, asked } = buildRequest(work, call);
        const { messages, sampling, slot, sample } = asked;
        const prompt = promptOf(messages);
        const origin = { experiment: work.experiment.name, context: work.context, call };
        const attempt =
          replies.get(prompt) ?? (await model.ask({ key, messages, sampling, slot, sample, origin, signal }));
        replies.set(prompt, attempt);
        keys.set(prompt, (keys.get(prompt) ?? new Set()).add(key));
        answers.set(call, attempt.kind === 'failed' ? { kind: 'failed', detail: attempt.message } : attempt);
      }
    });
  }
  return { replies, calls: new Map([...keys].map(([prompt, { size }]) => [prompt, size])) };
}

/** Returns a recording's answer to each prompt that our own plan creates for its items. */
export async function repliesOf(recording: Recording, dataset: Dataset): Promise<Replies> {
  const model = recordedModel(recording);
  return (await scriptOf(prepareRecording(recording, dataset, experimentRegistry()), model)).replies;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** Returns a word of its own for each text: a run gives up on a server that refuses many calls in the same words. */
function wordOf(text: string): string {
  return sha256(text).replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? digit);
}

/** Starts an OpenAI-compatible loopback server that answers from recordings; 400 for an unrecorded prompt. */
export async function startRecordedServer(models: ReadonlyMap<string, Replies>, delayMs = 0): Promise<RecordedServer> {
  const asked = new Map<string, number>();
  const events = new EventEmitter();
  const random = seededRandom('delays');
  let held = Promise.resolve();
  let total = 0;
  let open = 0;
  let mostOpen = 0;
  const server: Server = createServer(async (request, response) => {
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    response.on('close', () => {
      open -= 1;
    });
    const body = await bodyOf(request);
    if (body === null) return;
    const { model, messages } = JSON.parse(body) as { model: string; messages: { content: string }[] };
    const prompt = promptOf(messages);
    asked.set(prompt, (asked.get(prompt) ?? 0) + 1);
    total += 1;
    events.emit('request');
    await held;
    if (delayMs > 0) await sleep(delayMs * (0.5 + random()));
    const reply = models.get(model)?.get(prompt);
    if (reply === undefined || reply.kind === 'failed') {
      const message = reply === undefined ? 'not recorded' : `failed when recorded: ${wordOf(prompt)}`;
      send(response, 400, { error: { message, type: 'invalid_request_error' } });
      return;
    }
    const { input, output } = reply.usage;
    send(response, 200, {
      model,
      choices: [{ index: 0, message: { role: 'assistant', content: reply.text }, finish_reason: 'stop' }],
      ...(output === null ? {} : { usage: { prompt_tokens: input ?? 1, completion_tokens: output } }),
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has a port
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    mostOpen: () => mostOpen,
    total: () => total,
    hold() {
      let release = () => {};
      held = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    received(requests) {
      const wanted = total + requests;
      return new Promise((resolve) => {
        const look = () => {
          if (total < wanted) return;
          events.off('request', look);
          resolve();
        };
        events.on('request', look);
      });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
