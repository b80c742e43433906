import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attempt } from '../../src/call/answer.ts';
import type { Dataset } from '../../src/dataset/dataset.ts';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import { prepareRecording } from '../../src/import/prepare-recording.ts';
import { type Recording, recordedModel } from '../../src/import/recording.ts';
import { callKey } from '../../src/plan/call.ts';
import { settle } from '../../src/plan/settle.ts';
import { workOf } from '../../src/plan/work.ts';

export interface RecordedServer {
  readonly baseUrl: string;
  /** Requests received, by prompt. */
  readonly asked: ReadonlyMap<string, number>;
  /** Most requests that were open at one time. */
  readonly mostOpen: () => number;
  close(): Promise<void>;
}

type Replies = ReadonlyMap<string, Attempt>;

/** What a recording answers to each prompt that our own plan makes of its items. */
export async function repliesOf(recording: Recording, dataset: Dataset): Promise<Map<string, Attempt>> {
  const experiments = experimentRegistry();
  const { config, datasets } = prepareRecording(recording, dataset, experiments);
  const model = recordedModel(recording);
  const replies = new Map<string, Attempt>();
  const signal = new AbortController().signal;
  for (const work of workOf(config, experiments, datasets)) {
    await settle(work.experiment, work.context, async (calls, answers) => {
      for (const call of calls) {
        const { messages, slot, sample } = call;
        const key = callKey({ model: '', sampling: {}, messages, slot, sample });
        const origin = { experiment: work.experiment.name, context: work.context, call };
        const attempt = await model.ask({ key, messages, sampling: {}, slot, sample, origin, signal });
        replies.set(messages.map(({ content }) => content).join('\n'), attempt);
        answers.set(call, attempt.kind === 'failed' ? { kind: 'failed', detail: attempt.message } : attempt);
      }
    });
  }
  return replies;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** An OpenAI-compatible server on loopback that answers from recordings; 400 for what was never recorded. */
export async function startRecordedServer(models: ReadonlyMap<string, Replies>, delayMs = 0): Promise<RecordedServer> {
  const asked = new Map<string, number>();
  let open = 0;
  let mostOpen = 0;
  const server: Server = createServer(async (request, response) => {
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    response.on('close', () => {
      open -= 1;
    });
    const { model, messages } = JSON.parse(await bodyOf(request)) as { model: string; messages: { content: string }[] };
    const prompt = messages.map(({ content }) => content).join('\n');
    asked.set(prompt, (asked.get(prompt) ?? 0) + 1);
    if (delayMs > 0) await sleep(delayMs * (0.5 + Math.random()));
    const reply = models.get(model)?.get(prompt);
    if (reply === undefined || reply.kind === 'failed') {
      send(response, 400, { error: { message: 'not recorded', type: 'invalid_request_error' } });
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
  const { port } = server.address() as AddressInfo; // a TCP server has one
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    mostOpen: () => mostOpen,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
