import type { AuditCase } from '../audit-case.ts';
import { endText, runFlags } from '../run-flags.ts';
import { type AuditServer, auditServer, completionBody } from '../server.ts';

const outageMs = 20_000;
const body = completionBody('{}');

/** A server that goes away for twenty seconds is waited for; one that was never there is given up at once. */
export const auditCase: AuditCase = {
  defect: '10',
  async check({ seb }) {
    let server: AuditServer | null = null;
    const answer = ({ number }: { number: number }) => {
      if (number === 30) void restart();
      return { body };
    };
    server = await auditServer(answer);
    const port = Number(new URL(server.url).port);
    const restart = async () => {
      await server?.close(); // before its reply: a fast machine would answer all calls within any pause
      await new Promise((resolve) => setTimeout(resolve, outageMs));
      server = await auditServer({ body }, port);
    };
    const end = await seb([...runFlags(server.url, 'openai-compatible/x'), '--limit', '40']);
    await server.close();
    const countdown = /cannot be reached, next try in .*giving up in/.test(end.stderr);
    const flags = [...runFlags(server.url, 'openai-compatible/x'), '--store', 'never.sqlite'];
    const started = await seb([...flags, '--dry-run']); // the time that a process takes on this machine
    const never = await seb(flags);
    const seconds = never.seconds - started.seconds;
    const reason = /connection refused/.test(never.stderr);
    return [
      {
        what: `away for ${outageMs / 1000} s in a run`,
        expected: 'finished, with a countdown',
        seen: `${countdown ? 'countdown' : 'no countdown'}, ${endText(end)}`,
        ok: end.code === 0 && countdown,
      },
      {
        what: 'never there',
        expected: 'exit 1 within 10 s after the start of the process, with the reason',
        seen: `${seconds.toFixed(1)} s, ${endText(never)}`,
        ok: never.code === 1 && reason && seconds < 10,
      },
    ];
  },
};
