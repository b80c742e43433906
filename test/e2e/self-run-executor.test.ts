import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { reportSchema } from '../../src/report/render/report-json.ts';
import type { Session } from '../../src/view/contract/contract-items.ts';
import { sebHere } from '../support/in-process.ts';
import { type LoopbackServer, loopbackServer, sendJson } from '../support/models/loopback-server.ts';
import {
  running,
  type ToolRequest,
  toolHandler,
  toolResults,
  toolServer,
  userPrompt,
} from '../support/models/tool-server.ts';
import { newFolder } from '../support/refusal.ts';

const servers: LoopbackServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const prompt = (string: string) => `Say one word about ${string}.`;
const items = ['rivers', 'stones'].map((string, at) => ({
  ...{ id: `i${at}`, task: 'word', string, prompt: prompt(string), properties: ['first-word'] },
}));

function itemsIn(folder: string): string {
  const file = join(folder, 'items.jsonl');
  writeFileSync(file, items.map((item) => JSON.stringify(item)).join('\n'));
  return file;
}

/** A model that runs the prompt of its item once and predicts what the session answered. */
function runsOnce(request: ToolRequest): ReturnType<Parameters<typeof toolServer>[0]> {
  const [result] = toolResults(request);
  if (request.tools === undefined) return 'apple';
  if (result !== undefined) return result;
  return { calls: [running(/Say one word about \w+\./.exec(userPrompt(request))?.[0] ?? '')] };
}

const args = (folder: string, url: string, ...more: readonly string[]) => [
  ...['run', '--model', 'openai-compatible/m', '--base-url', `openai-compatible/m=${url}/v1`],
  ...['--experiment', 'property', '--items', `property=${itemsIn(folder)}`, '--tools', 'offered', ...more],
];

async function serverOf(behave: Parameters<typeof toolServer>[0]): Promise<LoopbackServer> {
  const server = await toolServer(behave);
  servers.push(server);
  return server;
}

async function toolsOf(folder: string) {
  const { stdout } = await sebHere(['report', '--json'], { folder });
  return reportSchema.parse(JSON.parse(stdout)).tools ?? [];
}

const chats = ({ received }: LoopbackServer) =>
  received.filter(({ path }) => path.endsWith('/chat/completions')).length;

describe('seb run --tools --executor', () => {
  it('runs inner sessions with a bundled adapter', async () => {
    const folder = newFolder();
    const server = await serverOf(runsOnce);
    const run = await sebHere(args(folder, server.url, '--executor', 'bundled/ada+self', 'itself'), { folder });
    expect(run, run.stderr).toMatchObject({ code: 0 });
    const found = await toolsOf(folder);
    expect(found.map(({ executor, sessions, prompts, used }) => [executor, sessions, prompts.equal, used])).toEqual([
      ['bundled/ada+self', 2, 2, 2],
      ['itself', 2, 2, 2],
    ]);
    const own = found.find(({ executor }) => executor === 'itself');
    expect(own).toMatchObject({ score: 1, extraCalls: 4, extraDollars: null, cut: 0 });
    const shown = await sebHere(['show', 'latest', 'i0'], { folder });
    expect(`${shown.stdout}${shown.stderr}`).toContain('run_myself({"prompt":"Say one word about rivers."})');
    expect(shown.stdout).toContain('inner session 1');
  });

  it('leaves a prediction open while its executor fails, and finishes it on resume without sending anything twice', async () => {
    const folder = newFolder();
    const server = await serverOf(runsOnce);
    const executor = await loopbackServer();
    servers.push(executor);
    executor.handle((_, response) => sendJson(response, 400, { error: { message: 'the executor is out of order' } }));
    const flags = ['--executor', 'openai-compatible/small', '--retries', '0'];
    const url = ['--base-url', `openai-compatible/m=${server.url}/v1`, `openai-compatible/small=${executor.url}/v1`];
    const run = await sebHere([...args(folder, server.url, ...flags), ...url], { folder });
    expect(run.code).not.toBe(0);
    const [failing] = await toolsOf(folder);
    expect(failing).toMatchObject({ failed: 2, used: 0, score: null });
    const before = chats(server);
    executor.handle(toolHandler(() => 'apple'));
    const resumed = await sebHere(['resume', 'latest'], { folder });
    expect(resumed, resumed.stderr).toMatchObject({ code: 0 });
    expect(chats(server) - before).toBe(items.length); // only the second turns
    expect((await toolsOf(folder))[0]).toMatchObject({ failed: 0, used: 2, score: 1 });
  });
});

describe('seb run --tools --approve', () => {
  it('is refused without a terminal, and stores who allowed each session with yes', async () => {
    const folder = newFolder();
    const server = await serverOf(runsOnce);
    const asked = await sebHere(args(folder, server.url, '--approve', 'ask'), { folder });
    expect(asked.stderr).toContain('needs a terminal');
    expect(chats(server)).toBe(0);
    const allowed = await sebHere(args(folder, server.url, '--approve', 'yes'), { folder });
    expect(allowed, allowed.stderr).toMatchObject({ code: 0 });
    const { stdout } = await sebHere(['show', 'latest', 'i0', '--json'], { folder });
    const sessions = (JSON.parse(stdout) as { sessions: Session[] }[]).flatMap((item) => item.sessions);
    const decisions = sessions.filter(({ slot }) => slot === 'approval');
    expect(decisions.map(({ model, answer }) => [model, answer?.text, answer?.served])).toEqual([
      ['approver/yes', 'yes', userInfo().username],
    ]);
  });
});

describe('seb run --tools', () => {
  it('is refused for a model that cannot call tools, and its options without it', async () => {
    const folder = newFolder();
    const refused = async (...more: readonly string[]) =>
      (await sebHere(['run', '--experiment', 'association', ...more], { folder })).stderr.replaceAll(/\s+/g, ' ');
    expect(await refused('--model', 'bundled/ada', '--tools', 'offered')).toContain(
      'needs a model that can call tools',
    );
    expect(await refused('--model', 'simulated/a', '--tool-calls', '2')).toContain('add --tools offered');
    expect(await refused('--model', 'simulated/a', '--tools', 'offered', '--constrain', 'form')).toContain('no place');
  });

  it('prints the least and the most calls before anything is sent', async () => {
    const folder = newFolder();
    const server = await serverOf(runsOnce);
    const dry = await sebHere(args(folder, server.url, '--tool-calls', '2', '--dry-run'), { folder });
    // without the tool 1, executed 1, with it 1 to 5
    expect(dry.stdout).toContain('6 to 14 calls in total');
    expect(chats(server)).toBe(0);
  });

  it('stops before a budget is exceeded, although the model always calls the tool', async () => {
    const folder = newFolder();
    const server = await loopbackServer();
    servers.push(server);
    const behave = toolHandler((request) =>
      request.tools === undefined
        ? 'apple'
        : { calls: [running(`${prompt('rivers')} ${toolResults(request).length}`)] },
    );
    server.handle(behave);
    const prices = join(folder, 'prices.json');
    const cost = { input: 100, output: 100 };
    writeFileSync(prices, JSON.stringify({ 'openai-compatible': { models: { m: { id: 'm', name: 'm', cost } } } }));
    const limits = ['--tool-calls', '20', '--max-output-tokens', '50', '--prices', prices, '--budget', '0.1'];
    const run = await sebHere(args(folder, server.url, ...limits), { folder });
    // it stops where the next call cannot be paid, and not before; how many calls that takes depends on their planned order
    const [, left, next] =
      /budget .*: \$([\d.]+) is left, and the next call may cost \$([\d.]+)/.exec(run.stderr) ?? [];
    expect(Number(next)).toBeGreaterThan(Number(left));
    // each answer is counted as 12 input and 5 output tokens: $0.0017
    expect(chats(server) * 0.0017).toBeLessThanOrEqual(0.1);
    expect(chats(server)).toBeGreaterThan(0);
  });
});
