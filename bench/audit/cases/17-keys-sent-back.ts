import type { AuditCase, Check } from '../audit-case.ts';
import { keys, runFlags } from '../run-flags.ts';
import { completionBody, type Reply } from '../server.ts';

const key = 'sk-canary/91d7&c2b77e94d0d5';

const replies: Readonly<Record<string, Reply>> = {
  'an escaped slash': { body: completionBody(key).replace('/', '\\/') },
  'a character as \\u0026': { body: completionBody(key).replace('&', '\\u0026') },
  'the content type': { headers: { 'content-type': `text/${key}` }, body: 'hello' },
};

/** A key that comes back is neither stored nor shown. */
export const auditCase: AuditCase = {
  defect: '17',
  async check({ seb, serve }) {
    const checks: Check[] = [];
    for (const model of ['openai-compatible/x', 'openai/x']) {
      for (const [what, reply] of Object.entries(replies)) {
        const { url } = await serve(reply);
        const environment = { ...keys, OPENAI_API_KEY: key, SEB_KEY: key };
        const store = ['--store', `${checks.length}.sqlite`];
        const variable = model === 'openai/x' ? [] : ['--api-key-variable', 'SEB_KEY'];
        const run = await seb([...runFlags(url, model, '--retries', '0'), ...variable, ...store], { environment });
        const shown = await seb(['report', '--json', ...store]);
        const text = run.stderr + run.stdout + shown.stdout + shown.stderr;
        const ok = run.code !== 0 && !text.includes('canary');
        const seen = `exit ${run.code}, ${text.includes('canary') ? 'the key is shown' : 'no key'}`;
        checks.push({ what: `${model}: ${what}`, expected: 'a failure without the key', seen, ok });
      }
    }
    return checks;
  },
};
