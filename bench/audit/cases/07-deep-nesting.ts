import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditCase, Check } from '../audit-case.ts';
import { endText, isClean, keys, runFlags } from '../run-flags.ts';
import { completionBody } from '../server.ts';

const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;

/** Deep nesting, from a server, in an answer or in a config, is refused by name. */
export const auditCase: AuditCase = {
  defect: '7',
  async check({ folder, seb, serve }) {
    const checks: Check[] = [];
    const add = (what: string, end: Awaited<ReturnType<typeof seb>>) =>
      checks.push({ what, expected: 'ends without a crash', seen: endText(end), ok: isClean(end) });
    const usage = completionBody('{}', { more: { usage: 'DEEP' } }).replace('"DEEP"', deep);
    const content = completionBody(`{"words": ${deep}}`);
    for (const model of ['openai-compatible/x', 'openai/x']) {
      for (const [what, body] of Object.entries({ usage, content })) {
        const { url } = await serve({ body });
        add(
          `${model}: ${what}`,
          await seb([...runFlags(url, model), '--seed', String(checks.length)], { environment: keys }),
        );
      }
    }
    writeFileSync(
      join(folder, 'deep.config.ts'),
      'let x: unknown = 1; for (let i = 0; i < 20000; i += 1) x = [x];\nexport default { experiment: x, samples: x };\n',
    );
    add('config', await seb(['run', '--model', 'simulated/a', '--config', 'deep.config.ts', '--dry-run']));
    return checks;
  },
};
