import { describe, expect, it, vi } from 'vitest';
import { experimentNamed, experimentRegistry } from '../../src/experiments/registry.ts';
import { commandsOf, executeLines } from '../support/page-commands.ts';
import { newFolder } from '../support/refusal.ts';

// Executes the commands of the page or section that documents each mechanism. They need no server and no key.
// test/all/bundled-study.test.ts executes that of transfer, and the tests of people those of docs/people.md.

vi.setConfig({ testTimeout: 1_200_000 });

interface Page {
  readonly page: string;
  /** Absent: the whole page. */
  readonly section?: string;
  /** A text that only this mechanism prints. */
  readonly prints: string | RegExp;
}

/** The section of an experiment, whose command prints what the experiment predicts. */
function experiment(name: string): Page {
  const { presentation } = experimentNamed(experimentRegistry(), name);
  return { page: 'experiments.md', section: name, prints: presentation?.task ?? name };
}

const mechanisms: Readonly<Record<string, Page>> = {
  'attributes of models': {
    page: 'statistics.md',
    section: 'Attributes of models',
    prints: 'no cause',
  },
  'factors of sampling': { page: 'experiments.md', section: 'Factors', prints: 'temperature' },
  'the control answer-shown': {
    page: 'statistics.md',
    section: 'Can the model do the task at all?',
    prints: /own\s+answer\s+in\s+view/,
  },
  know: experiment('know'),
  cost: experiment('cost'),
  repeat: experiment('repeat'),
  flip: experiment('flip'),
  recognize: experiment('recognize'),
  delegate: experiment('delegate'),
  injection: experiment('injection'),
  'judged properties': { page: 'experiments.md', section: 'Judged properties', prints: 'property' },
  ladder: { page: 'experiments.md', section: 'The ladder of property', prints: /planning/ },
  'the tool run_myself': { page: 'self-execution-tool.md', prints: /Self-execution tool/ },
  'the card': { page: 'replication.md', section: 'The card', prints: '# ' },
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
