import type { AuditCase } from '../audit-case.ts';
import type { SebEnd } from '../command.ts';
import { endText, runFlags } from '../run-flags.ts';
import { completionBody } from '../server.ts';

/** SIGHUP pauses a run as Ctrl-C does: what was in flight is stored, and is not paid for again. */
export const auditCase: AuditCase = {
  defect: '15',
  async check({ seb, serve }) {
    let kill = (): void => {};
    const server = await serve(({ number }) => {
      if (number === 20) kill();
      return { body: completionBody('{"words": ["a"]}') };
    });
    const run = [...runFlags(server.url, 'openai-compatible/x', '--limit', '300'), '--concurrency', '4'];
    const onStart = (child: { kill(signal: NodeJS.Signals): boolean }) => {
      kill = () => child.kill('SIGHUP');
    };
    const end: SebEnd = await seb(run, { onStart });
    const calls = 600; // 300 items, a forecast and an execution each
    const resumed = await seb(run);
    const paidTwice = server.requests() - calls;
    return [
      {
        what: 'SIGHUP in a run',
        expected: 'a pause with the resume command; nothing is paid twice',
        seen: `exit ${end.code ?? end.signal}, then ${endText(resumed)}, ${paidTwice} paid twice`,
        ok: end.code === 130 && /seb resume [0-9a-f]{12}/.test(end.stderr) && resumed.code === 0 && paidTwice === 0,
      },
    ];
  },
};
