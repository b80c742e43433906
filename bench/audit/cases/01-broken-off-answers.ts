import type { AuditCase, Check } from '../audit-case.ts';
import { keys, runFlags } from '../run-flags.ts';
import { completionBody } from '../server.ts';

const reasons: readonly unknown[] = [
  'error',
  'abort',
  'insufficient_system_resource',
  'network_error',
  'cancelled',
  { type: 'abort' },
];

const bodies: readonly (readonly [string, string])[] = [
  ...reasons.map(
    (reason) =>
      [
        `finish_reason ${JSON.stringify(reason)}`,
        completionBody('Half', { choice: { finish_reason: reason } }),
      ] as const,
  ),
  ['choices[0].error', completionBody('Half', { choice: { error: { code: 502, message: 'upstream died' } } })],
  ['error beside choices', completionBody('Half', { more: { error: { code: 502, message: 'died' } } })],
];

const models = ['openai-compatible/x', 'openai/x', 'openrouter/x', 'deepseek/x'] as const;
/** Words for an answer that a filter held back: it ends the call, and is shown as filtered. */
const filters = ['sensitive', 'recitation'] as const;

/** Answers that the server broke off are failures, never answers. */
export const auditCase: AuditCase = {
  defect: '1',
  async check({ seb, serve }) {
    const checks: Check[] = [];
    for (const [name, body] of bodies) {
      const { url, requests } = await serve({ body });
      for (const model of models) {
        const before = requests();
        const store = ['--store', `${checks.length}.sqlite`];
        const end = await seb([...runFlags(url, model, '--retries', '1'), ...store], { environment: keys });
        const sent = requests() - before;
        const seen = `exit ${end.code}, ${sent} requests for 2 calls`;
        checks.push({
          what: `${model}: ${name}`,
          expected: 'not finished, retried',
          seen,
          ok: end.code !== 0 && sent === 4,
        });
      }
    }
    for (const reason of filters) {
      const { url } = await serve({ body: completionBody('Half', { choice: { finish_reason: reason } }) });
      for (const model of models) {
        const store = ['--store', `${checks.length}.sqlite`];
        await seb([...runFlags(url, model), ...store], { environment: keys });
        const shown = await seb(['report', '--json', ...store]);
        const isFiltered = /"filtered":\s*[1-9]|"[^"]*filter[^"]*"/.test(shown.stdout);
        const seen = isFiltered ? 'filtered' : 'an answer';
        checks.push({ what: `${model}: finish_reason ${reason}`, expected: 'filtered', seen, ok: isFiltered });
      }
    }
    return checks;
  },
};
