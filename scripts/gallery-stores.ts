import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Attempt } from '../src/domain/answer.ts';
import { completion } from '../test/support/models/completion.ts';
import { loopbackServer, sendJson } from '../test/support/models/loopback-server.ts';
import { publishedModels } from '../test/support/published-models.ts';
import { type Replies, startRecordedServer } from '../test/support/recorded-server.ts';
import { runIn } from '../test/support/run-in.ts';
import { startSimulatedServer } from '../test/support/simulated-server.ts';

const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
const generator = fileURLToPath(new URL('../workshop/generate.ts', import.meta.url));

/** Eighty requests of ours with a label, as a user may have them. */
const requests = fileURLToPath(new URL('./gallery-requests.csv', import.meta.url));

/** Commands that fill the store of one kind of pictures, without key and network; `{items}` is the generated file. */
const commands = {
  demo: [['demo'], ['report', 'latest', '--out', 'seb-report']],
  study: [['study', 'introspection', '--bundled']],
  tool: [
    [
      ...['run', '--experiment', 'property', '--samples', '2', '--limit', '60', '--tools', 'offered'],
      ...['--model', 'simulated/sam?self=0&noise=0.1&tool=0.5', '--executor', 'itself', 'bundled/ada+self'],
    ],
  ],
  injection: [['run', '--experiment', 'injection', '--samples', '3', '--model', 'simulated/a?self=1']],
  ladder: [
    [
      ...['run', '--experiment', 'property', '--items', 'property={items}', '--samples', '3'],
      ...['--model', 'simulated/a?private=0.9', 'simulated/b?private=0.3'],
    ],
  ],
  own: [
    [
      ...['run', '--experiment', 'restriction', '--items', `restriction=${requests}`],
      ...['--model', 'simulated/sam?self=0.8'],
    ],
  ],
  conditions: [
    [
      ...['run', '--experiment', 'restriction', '--limit', '150', '--mode', 'direct', 'deliberate'],
      ...['--model', 'simulated/sam?self=0.8'],
    ],
  ],
} as const;

/** Stores that need a server, or a command that is stopped. */
const made = { models: publishedModelsStore, gateway: gatewayStore, judge: judgeStore, running: runningStudy } as const;

export type StoreName = keyof typeof commands | keyof typeof made;

/** Makes the store of `name` in `folder` and returns its file; minutes for `models` and `study`. */
export async function makeStore(name: StoreName, folder: string): Promise<string> {
  const store = join(folder, `${name}.sqlite`);
  if (isMade(name)) {
    await made[name](store, folder);
    return store;
  }
  if (name === 'ladder')
    writeFileSync(join(folder, 'ladder.jsonl'), node([generator, 'property', '600', '--ladder'], folder));
  for (const command of commands[name]) {
    const words = command.map((word) => word.replace('{items}', 'ladder.jsonl'));
    node([main, ...words, '--store', `${name}.sqlite`], folder);
  }
  return store;
}

function node(args: readonly string[], folder: string): string {
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  return execFileSync(process.execPath, [...args], { cwd: folder, encoding: 'utf8', stdio: [...stdio] });
}

function isMade(name: StoreName): name is keyof typeof made {
  return name in made;
}

async function publishedModelsStore(store: string): Promise<void> {
  // a picture travels without its notes: no number of it may be taken for one of the real models
  const models = publishedModels().map((model) => {
    const name = model.name.replace('simulated/', 'simulated/like-');
    return { ...model, name, identity: name };
  });
  const experiment = ['association', 'restriction', 'difficulty'];
  await runIn(
    store,
    { model: models.map((model) => model.name), experiment, limit: 120 },
    { config: { model: models } },
  );
}

function failure(at: number): Attempt {
  const message = `upstream of call ${at} is gone`;
  return { kind: 'failed', code: 'invalid-request', message, retryable: false, retryAfterMs: null, status: 400 };
}

/** A server that cannot answer a seventh of the calls, each with an error of its own: a third of the items. */
async function gatewayStore(_: string, folder: string): Promise<void> {
  const options = { experiment: ['restriction'], limit: 120 };
  const simulated = await startSimulatedServer(options);
  await simulated.close();
  const replies: Replies = new Map(
    [...simulated.script.replies].map(([prompt, reply], at) => [prompt, at % 7 === 0 ? failure(at) : reply]),
  );
  const server = await startRecordedServer(new Map([['gateway', replies]]));
  const args = ['run', '--experiment', 'restriction', '--limit', '120', '--model', 'openai-compatible/gateway'];
  await ended([...args, '--base-url', server.baseUrl, '--store', 'gateway.sqlite'], folder);
  await server.close();
}

/** A judge that calls every response a refusal. */
async function judgeStore(_: string, folder: string): Promise<void> {
  const server = await loopbackServer();
  const usage = { prompt_tokens: 150, completion_tokens: 1, total_tokens: 151 };
  server.handle((_, response) => sendJson(response, 200, { ...completion('{"choice": "B"}'), model: 'judge', usage }));
  const args = ['run', '--experiment', 'restriction', '--limit', '120', '--model', 'simulated/sam?self=0.8'];
  const judge = ['--judge', 'openai-compatible/judge', '--base-url', `${server.url}/v1`];
  await ended([...args, ...judge, '--store', 'judge.sqlite'], folder);
  await server.close();
}

/** A study that was stopped while its second model was trained. */
async function runningStudy(_: string, folder: string): Promise<void> {
  const study = ['study', 'introspection', '--bundled', '--store', 'running.sqlite'];
  await ended(study, folder, 25_000);
}

/** Runs a command while servers of this process answer; stops it as Ctrl-C does after `stopMs`. */
async function ended(args: readonly string[], folder: string, stopMs?: number): Promise<void> {
  const command = spawn(process.execPath, [main, ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const stop = stopMs === undefined ? undefined : setTimeout(() => command.kill('SIGINT'), stopMs);
  await once(command, 'exit');
  clearTimeout(stop);
}
