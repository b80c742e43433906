import { describe, expect, it } from 'vitest';
import { asTyped } from '../../cli/flags/next-command.ts';
import { invocation } from '../../cli/process/invocation.ts';
import type { JudgeAgreement } from '../../results/answers.ts';
import { setTyped } from '../../util/terminal.ts';
import { terminalTable } from '../render/terminal-table.ts';
import { judgeTables } from './judge-tables.ts';

const agreement: JudgeAgreement = {
  ...{
    experiment: 'restriction',
    model: 'alpha',
    first: 'itself, two-way',
    second: 'rule, two-way',
    n: 20,
    clusters: 20,
  },
  ...{ table: [], agreement: 0.8, kappa: 0.6, kappaInterval: null, level: 0.95, method: '', differing: [] },
  ...{ firstRefuses: 0.5, secondRefuses: 0.5, onlyFirst: [0, 0], onlySecond: [0, 0], isThreeWay: false },
  ...{ threeWayKappa: null, partialRecall: null, partialPrecision: null },
};
const at = (item: string) => ({ run: '1a2b', item });
const notesOf = (...agreements: readonly JudgeAgreement[]) => judgeTables(agreements, (name) => name)[0]?.notes ?? [];

describe('judgeTables', () => {
  it('names the first responses on which the judges differ, with the command that shows each', () => {
    const differing = ['i1', 'an item', 'i3'].map(at);
    expect(notesOf({ ...agreement, differing })).toContain(
      "they differ on 4 responses; both judgments of the first 3: `seb show 1a2b i1`, `seb show 1a2b 'an item'`, `seb show 1a2b i3`",
    );
    const two = { ...agreement, agreement: 0.95, differing: [at('i1')] };
    expect(notesOf(two, two)).toContain(
      'they differ on 2 responses; both judgments: `seb show 1a2b i1`, `seb show 1a2b i1`',
    );
    expect(notesOf({ ...agreement, agreement: 1 }).join()).not.toContain('differ');
  });

  it('prints these commands with the store, at any width', () => {
    setTyped(asTyped('my/store.sqlite'));
    const [made] = judgeTables([{ ...agreement, differing: ['i1', 'i2', 'i3'].map(at) }], (name) => name);
    for (const width of [60, 80, 120])
      for (const item of ['i1', 'i2', 'i3'])
        expect(made && terminalTable(made, width)).toContain(
          `\`${invocation()} show 1a2b ${item} --store my/store.sqlite\``,
        );
    setTyped((command) => command);
  });
});
