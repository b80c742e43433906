import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seb, start } from '../support/command.ts';
import { sqlitePlace } from '../support/killed-run.ts';
import { type SimulatedServer, startSimulatedServer } from '../support/simulated-server.ts';

let server: SimulatedServer;
const options = { limit: 30, samples: 2 };
beforeAll(async () => {
  server = await startSimulatedServer(options, 12);
});
afterAll(() => server.close());

const listed = (stdout: string) => (JSON.parse(stdout) as readonly { run: string; status: string }[]).at(0);

describe('a run that is ended while its calls are in flight', () => {
  const endings: readonly (readonly [string, readonly NodeJS.Signals[], boolean])[] = [
    ['two Ctrl-C', ['SIGINT', 'SIGINT'], true],
    ['Ctrl-C and SIGTERM', ['SIGINT', 'SIGTERM'], true],
    ['two SIGTERM', ['SIGTERM', 'SIGTERM'], true],
    ['a closed terminal and Ctrl-C', ['SIGHUP', 'SIGINT'], true],
    ['Ctrl-C and SIGKILL', ['SIGINT', 'SIGKILL'], false],
    ['SIGKILL', ['SIGKILL'], false],
  ];
  it.each(endings)(
    'by %s is listed as paused, and continues',
    async (_, signals, isTold) => {
      const place = sqlitePlace();
      const model = ['--model', 'openai-compatible/subject', '--base-url', server.baseUrl];
      const size = ['--limit', String(options.limit), '--samples', String(options.samples), '--concurrency', '4'];
      const started = start(['run', ...model, ...size, '--json'], place);
      await server.received(20);
      const release = server.hold();
      const [first = 'SIGKILL', second] = signals;
      const status = async () => listed((await seb(['list', '--json'], place)).stdout);
      expect(await status()).toMatchObject({ status: 'running' });
      started.child.kill(first);
      if (second !== undefined) {
        await started.said('pausing');
        started.child.kill(second);
      }
      const { code, signal, stderr } = await started.ended;
      const run = await status();
      release();
      expect(run).toMatchObject({ status: 'paused' });
      expect((await seb(['list'], place)).stdout).toMatch(/^[0-9a-f]{12}, paused, /);
      if (isTold) {
        expect({ code, signal }).toEqual({ code: 130, signal: null });
        expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
          `run ${run?.run} is paused; answers to the calls in flight are lost; to continue: seb resume ${run?.run} `,
        );
      }
      const resumed = await seb(['resume', run?.run ?? '', '--concurrency', '32', '--json'], place);
      expect(JSON.parse(resumed.stdout)).toMatchObject({ status: 'finished' });
      expect(await status()).toMatchObject({ status: 'finished' });
    },
    240_000,
  );
});
