import type { AuditCase, Check } from '../audit-case.ts';

const names: readonly string[] = ['a;=1+1;', 'a|=1+1', 'a\t=1+1', '=1+1'];

/** Cells of a CSV text for a spreadsheet that splits lines at this separator. */
function cellsOf(text: string, separator: string): readonly string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === separator || character === '\n')) {
      cells.push(cell);
      cell = '';
    } else cell += character;
  }
  return [...cells, cell];
}

/** No name becomes a formula in a spreadsheet, whichever separator it is set to. */
export const auditCase: AuditCase = {
  defect: '21',
  async check({ seb, serve }) {
    const { url } = await serve({ body: '{"choices":[{"finish_reason":"stop","message":{"content":"{}"}}]}' });
    const checks: Check[] = [];
    for (const name of names) {
      const store = ['--store', `${checks.length}.sqlite`];
      const model = ['--model', `openai-compatible/${name}`, '--base-url', url];
      await seb(['run', ...model, '--experiment', 'association', '--limit', '1', '--json', ...store]);
      const { stdout, code } = await seb(['report', '--csv', ...store]);
      const formulas = [',', ';', '|', '\t'].flatMap((separator) =>
        cellsOf(stdout, separator).filter((cell) => /^\s*[=@+]/.test(cell)),
      );
      const seen = `exit ${code}, ${formulas.length === 0 ? 'no formula' : JSON.stringify(formulas[0])}`;
      checks.push({
        what: JSON.stringify(name),
        expected: 'no formula',
        seen,
        ok: code === 0 && formulas.length === 0,
      });
    }
    return checks;
  },
};
