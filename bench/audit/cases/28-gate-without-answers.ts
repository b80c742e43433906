import type { AuditCase, Check } from '../audit-case.ts';
import { endText, isClean, runFlags } from '../run-flags.ts';

/** A gate that measured nothing is not green, and runs without answers are in no report by default. */
export const auditCase: AuditCase = {
  defect: '28',
  async check({ seb, serve }) {
    const store = ['--store', 's.sqlite'];
    const { url } = await serve({ status: 500, body: '{}' });
    const night = (name: string) =>
      seb([...runFlags(url, 'openai-compatible/x', '--retries', '0', '--name', name, '--repeat-as', name), ...store]);
    const measured = ['run', '--model', 'simulated/ada', '--experiment', 'association', '--limit', '2'];
    await seb([...measured, '--name', 'measured', ...store]);
    await night('night-1');
    await night('night-2');
    const checks: Check[] = [];
    const gate = await seb(['compare', 'night-2', 'night-1', '--fail-if-lower', '0.05', '--junit', 'g.xml', ...store]);
    checks.push({
      ...{ what: 'gate over two nights without answers', expected: 'exit 2' },
      ...{ seen: endText(gate), ok: isClean(gate) && gate.code === 2 },
    });
    const wide = await seb(['compare', 'night-2', 'measured', '--fail-if-lower', '5', ...store]);
    checks.push({
      ...{ what: 'gate with a margin of 5', expected: 'exit 1, names the margin' },
      ...{ seen: endText(wide), ok: isClean(wide) && wide.code === 1 && wide.stderr.includes('fail-if-lower') },
    });
    const report = await seb(['report', ...store]);
    checks.push({
      ...{ what: 'report after runs without answers', expected: 'the run that has answers' },
      ...{ seen: endText(report), ok: isClean(report) && report.code === 0 && report.stdout.includes('run measured') },
    });
    return checks;
  },
};
