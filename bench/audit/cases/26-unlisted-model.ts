import type { AuditCase } from '../audit-case.ts';
import { endText } from '../run-flags.ts';
import { completionBody } from '../server.ts';

/** A server may answer any name: `doctor` warns of one that the server does not list. */
export const auditCase: AuditCase = {
  defect: '26',
  async check({ seb, serve }) {
    const list = '{"data":[{"id":"alpha"}]}';
    const { url } = await serve(({ headers }) => ({
      body: headers.startsWith('GET') ? list : completionBody('yes', { more: { model: '' } }),
    }));
    const end = await seb(['doctor', '--model', 'openai-compatible/alhpa', '--base-url', url]);
    const ok = end.code === 0 && end.stdout.includes('does not list the model "alhpa"; it lists alpha');
    return [{ what: 'a misspelled name', expected: 'a warning with the listed names', seen: endText(end), ok }];
  },
};
