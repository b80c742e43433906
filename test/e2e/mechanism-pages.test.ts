import { describe, expect, it, vi } from 'vitest';
import { experimentRegistry } from '../../src/experiments/registry.ts';
import { commandsOf, executeLines } from '../support/page-commands.ts';
import { newFolder } from '../support/refusal.ts';

// Executes the commands of the page or section that documents each mechanism. They need no server and no key.

vi.setConfig({ testTimeout: 600_000 });

interface Page {
  readonly page: string;
  /** Absent: the whole page. */
  readonly section?: string;
  /** A text that only this mechanism prints. */
  readonly prints: string | RegExp;
}

const experiment = (name: string): Page => ({ page: 'experiments.md', section: name, prints: `${name}: ` });

const mechanisms: Readonly<Record<string, Page>> = {
  'attributes of models': {
    page: 'statistics.md',
    section: 'Attributes of models (`analyze/attributes`)',
    prints: 'no cause',
  },
  'factors of sampling': { page: 'experiments.md', section: 'Factors', prints: 'temperature' },
  'the control answer-shown': {
    page: 'statistics.md',
    section: 'Can the model do the task at all? (`analyze/findings/control-findings.ts`)',
    prints: /can(?:not)? do the task/i,
  },
  'choosing a wording': {
    page: 'statistics.md',
    section: 'Choosing a wording (`analyze/wording-choices.ts`)',
    prints: /wording/i,
  },
  ensembles: {
    page: 'statistics.md',
    section: 'Models predicting together (`analyze/compare/ensembles.ts`)',
    prints: /vote/,
  },
  know: experiment('know'),
  cost: experiment('cost'),
  repeat: experiment('repeat'),
  flip: experiment('flip'),
  recognize: experiment('recognize'),
  delegate: experiment('delegate'),
  'judged properties': { ...experiment('Judged properties'), prints: 'property: ' },
  ladder: { ...experiment('The ladder of property'), prints: /planning/ },
  transfer: { page: 'study.md', section: 'Transfer and the ladder', prints: 'Transfer to other experiments' },
  injection: { ...experiment('injection'), prints: 'injection: ' },
  'the tool run_myself': { page: 'self-execution-tool.md', prints: 'Does running itself help?' },
  people: { page: 'people.md', prints: 'ann' },
  'data and card': { page: 'data.md', prints: '# ' },
};

describe('the commands that document', () => {
  it.each(Object.entries(mechanisms))('%s run offline', async (_, { page, section, prints }) => {
    const lines = commandsOf(page, section);
    expect(lines.length).toBeGreaterThan(0);
    expect(await executeLines(lines, newFolder())).toMatch(prints);
  });

  it('cover every experiment that docs/experiments.md describes', () => {
    const described = [...experimentRegistry().keys()].filter((name) => commandsOf('experiments.md', name).length > 0);
    expect(described.filter((name) => !Object.hasOwn(mechanisms, name))).toEqual([]);
  });
});
