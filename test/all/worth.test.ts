import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { worthSchema } from '../../src/results/worth.ts';
import { sebHere } from '../support/in-process.ts';
import { referenceFolder, sampleLog, withoutReference } from '../support/logs.ts';
import { newFolder, newStore } from '../support/refusal.ts';

interface Row {
  readonly a: number | '';
  readonly b: number | '' | null;
  readonly confidence: number | '';
  readonly subject?: string;
}

/** Writes a table of answers of the models `a` and `b`; null: `b` has no row. Returns its path. */
function answersOf(count: number, rowOf: (item: number) => Row, { costs = true } = {}): string {
  const file = join(newFolder(), 'answers.csv');
  const rows = Array.from({ length: count }, (_, item) => {
    const { a, b, confidence, subject = `s${item % 5}` } = rowOf(item);
    const line = (model: string, correct: number | '', stated: number | '', cost: number) =>
      [model, `q${item}`, subject, correct, stated, costs ? cost : ''].join(',');
    return [line('a', a, confidence, 0.0004), ...(b === null ? [] : [line('b', b, confidence, 0.006)])].join('\n');
  });
  writeFileSync(file, `model,item_id,subject,is_correct,confidence,cost\n${rows.join('\n')}\n`);
  return file;
}

/** A is right on two thirds and knows where; B is always right. */
const knowing = (item: number): Row => ({ a: Number(item % 3 > 0), b: 1, confidence: item % 3 > 0 ? 0.9 : 0.2 });

async function worth(file: string, ...flags: readonly string[]) {
  return await sebHere(['worth', file, '--pass', 'b', ...flags]);
}

describe('seb worth on a table of answers', () => {
  it('answers in points of accuracy without prices, on one screen', async () => {
    const file = answersOf(240, (item) => ({ ...knowing(item), b: Number(item % 3 !== 1) }));
    const { code, stdout } = await worth(file, '--asked', 'before');
    expect(code).toBe(0);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'Does it pay to use the confidence of a to choose which requests go to b? (table, right, 240 items) Worth asking: the confidence of a gains 33.3 points of accuracy',
    );
    expect(stdout).toContain('right answer');
    expect(stdout.split('\n').length).toBeLessThanOrEqual(32);
  });

  it.each([
    ['as it should', 0.9, 0.2, false],
    ['the wrong way round', 0.2, 0.9, true],
  ])('says when a confidence is higher where the answer is wrong: %s', async (_, right, wrong, isSaid) => {
    const file = answersOf(240, (item) => {
      const isRight = item % 3 > 0;
      return { a: Number(isRight), b: 1, confidence: isRight !== (item % 5 === 0) ? right : wrong };
    });
    const { stdout } = await worth(file, '--asked', 'before');
    expect(stdout.replaceAll(/\s+/g, ' ').includes('it is higher where the answer is wrong')).toBe(isSaid);
  });

  it('charges every call, and draws the decision curve', async () => {
    const folder = newFolder();
    const svg = join(folder, 'curve.svg');
    const { code, stdout } = await worth(
      answersOf(240, knowing),
      '--right',
      '0.01',
      '--asked',
      'before',
      '--ask',
      '0.0001',
      '--json',
      '--svg',
      svg,
    );
    expect(code).toBe(0);
    const result = worthSchema.parse(JSON.parse(stdout));
    // Keep: 2/3 of $0.01 - $0.0004. The signal passes on a third at $0.006 - $0.0004: 1/3 ($0.01 - $0.0056) for each request.
    expect(result.signals.find(({ name }) => name === 'own')?.overKeep.value).toBeCloseTo(
      1000 * ((0.01 - 0.0056) / 3 - 0.0001),
      6,
    );
    expect(result.prices).toMatchObject({
      right: 0.01,
      keepCall: expect.closeTo(0.0004, 10),
      passCall: expect.closeTo(0.006, 10),
    });
    expect(result.signals[0]).toMatchObject({ verdict: 'worth asking', passedShare: expect.closeTo(1 / 3, 10) });
    expect(result.curve.filter(({ signal }) => signal === 'confidence of a')).toHaveLength(13);
    expect(readFileSync(svg, 'utf8')).toContain('value of a right answer');
  });

  it('reads costs that are written as money', async () => {
    const file = answersOf(120, knowing);
    const plain = readFileSync(file, 'utf8');
    const written = plain.replaceAll(',0.0004\n', ',$0.0004\n').replaceAll(',0.006\n', ',0.006 USD\n');
    expect(written).not.toBe(plain);
    const prices = ['--right', '0.02', '--json'];
    const numbers = (await worth(file, ...prices)).stdout;
    writeFileSync(file, written);
    expect((await worth(file, ...prices)).stdout).toBe(numbers);
  });

  it('pays the call of A for confidence that comes with the answer', async () => {
    const dear = answersOf(240, knowing, { costs: true });
    const text = readFileSync(dear, 'utf8').replaceAll(/0\.0004$/gm, '0.005');
    writeFileSync(dear, text);
    const own = async (asked: string) => {
      const { stdout } = await worth(dear, '--right', '0.01', '--ask', '0', '--asked', asked, '--json');
      return worthSchema.parse(JSON.parse(stdout)).signals.find(({ name }) => name === 'own');
    };
    expect((await own('before'))?.verdict).toBe('worth asking');
    expect((await own('with-answer'))?.verdict).toBe('not available before answering');
    expect((await own('after-answer'))?.verdict).toBe('not available before answering');
  });

  it('abstains without a second model', async () => {
    const file = answersOf(240, knowing);
    const { code, stdout } = await sebHere(['worth', file, '--keep', 'a', '--abstain', '--asked', 'before', '--json']);
    expect(code).toBe(0);
    const { pass, signals } = worthSchema.parse(JSON.parse(stdout));
    expect(pass).toBeNull();
    // Right 1, wrong -1, abstain 0: a third of the requests is worth 1 more than kept.
    expect(signals.find(({ name }) => name === 'own')).toMatchObject({
      verdict: 'worth asking',
      overKeep: { value: expect.closeTo(1000 / 3, 6) },
    });
  });

  it('names the free signal that knows the same', async () => {
    const file = answersOf(240, (item) => ({ ...knowing(item), subject: `s${item % 3}` }));
    const { stdout } = await worth(file, '--right', '0.01', '--ask', '0.0001', '--asked', 'before');
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'The choice by subject saves $1.47 [1.19, 1.75] and needs no call: use that.',
    );
  });

  it('draws the curve of free signals alone', async () => {
    const svg = join(newFolder(), 'curve.svg');
    const file = answersOf(240, (item) => ({ ...knowing(item), confidence: '', subject: `s${item % 3}` }));
    const { code, stdout } = await worth(file, '--right', '0.01', '--svg', svg);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('No signal asks a model.') });
    expect(readFileSync(svg, 'utf8')).toContain('choice by subject');
  });

  it('reports the share that can be kept at an error, and when none can', async () => {
    const file = answersOf(400, (item) => ({ ...knowing(item), confidence: item % 3 > 0 ? 0.9 : 0.2 }));
    expect((await worth(file, '--max-error', '0.05')).stdout).toMatch(/--max-error 5\.0 %: 6\d\.\d % can be kept/);
    expect((await worth(answersOf(60, knowing), '--max-error', '0.05')).stdout).toContain('not possible here');
  });
});

describe('seb worth on two logs of Inspect', () => {
  const logs = ['times_alpha-large.eval', 'times_beta-small.eval'].map((name) => sampleLog(`inspect/${name}`));
  const keepAlpha = (...flags: readonly string[]) => sebHere(['worth', ...logs, '--pass', 'beta-small', ...flags]);

  it('names the fields that may be a free signal where none is given', async () => {
    const { code, stdout } = await keepAlpha();
    expect(code).toBe(0);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'no free signal to compare with: the logs have the fields metadata.band: add --stratum metadata.band -',
    );
  });

  it('compares the confidence with a field of the logs as the free signal', async () => {
    const { code, stdout } = await keepAlpha('--stratum', 'metadata.band', '--json');
    expect(code).toBe(0);
    const { signals, limits } = worthSchema.parse(JSON.parse(stdout));
    expect(signals.map(({ name, asks }) => [name, asks])).toEqual([
      ['own', true],
      ['subject', false],
    ]);
    expect(limits.join()).not.toContain('no free signal');
  });

  it('leaves out models that it does not name and that have few of the items, and refuses those that it names', async () => {
    const file = answersOf(240, knowing);
    const few = Array.from({ length: 60 }, (_, item) => `c,q${item},s${item % 5},${item % 2},0.5,0.01\n`);
    appendFileSync(file, few.join(''));
    const { code, stderr } = await sebHere(['worth', file, '--keep', 'a', '--pass', 'b', '--asked', 'before']);
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('note: c is left out: a and c share 60 items of 240\n'),
    ]);
    const refused = await sebHere(['worth', file, '--keep', 'a', '--pass', 'c', '--asked', 'before']);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('a and c share 60 items of 240')]);
  });

  it('takes a model by its name in the logs', async () => {
    const [keep, pass] = ['openai-api/local/alpha-large', 'openai-api/local/beta-small'];
    const { code, stdout, stderr } = await sebHere(['worth', ...logs, '--keep', keep, '--pass', pass, '--json']);
    expect(code, stderr).toBe(0);
    expect(worthSchema.parse(JSON.parse(stdout))).toMatchObject({ keep: 'alpha-large', pass: 'beta-small' });
  });

  it('lists the fields where the logs have no such field', async () => {
    const { code, stderr } = await keepAlpha('--stratum', 'metadata.topic');
    expect(code).toBe(1);
    expect(stderr).toMatch(/has the field metadata\.topic \(--stratum\)\n {5}fields: [^\n]*metadata\.band/);
  });
});

describe('seb worth refuses', () => {
  const file = () => answersOf(60, knowing);
  type Refusal = readonly [what: string, flags: readonly string[], message: RegExp, from: (() => string) | null];
  const refusals: readonly Refusal[] = [
    ['a negative price', ['--right', '-1'], /--right needs a number of 0 or more/, null],
    ['a price that is no number', ['--right', 'NaN'], /--right needs a number of 0 or more, not "NaN"/, null],
    ['an infinite price', ['--right', 'Infinity'], /--right needs a number/, null],
    ['an empty price', ['--right', ''], /--right needs a number/, null],
    ['a negative cost of a wrong answer', ['--right', '1', '--wrong', '-2'], /--wrong needs a number/, null],
    ['--wrong without --right', ['--wrong', '1'], /need --right/, null],
    ['--second without --right', ['--second', '1'], /need --right/, null],
    ['--svg without --right', ['--svg', 'x.svg'], /--svg needs --right/, null],
    ['an error of 1', ['--max-error', '1'], /between 0 and 1/, null],
    ['--keep equal to --pass', ['--keep', 'b'], /the same model, b/, null],
    ['an unknown model', ['--keep', 'c'], /no model "c"/, null],
    ['an unknown signal', ['--signals', 'moon'], /no signal "moon"/, null],
    [
      'a signal of one value',
      [],
      /confidence of a is the same for every/,
      () => answersOf(60, (item) => ({ ...knowing(item), confidence: 0.8 })),
    ],
    [
      'unknown costs',
      ['--right', '1'],
      /cost of each answer of a is not known/,
      () => answersOf(60, knowing, { costs: false }),
    ],
    [
      'an unknown cost of asking',
      ['--right', '1', '--asked', 'before'],
      /cost of each prediction of a is not known.*--ask USD/,
      null,
    ],
    ['flags of runs for logs', ['--experiment', 'know'], /--experiment has no meaning for logs/, null],
  ];
  it.each(refusals)('%s, exit 1', async (_, flags, message, from) => {
    const { code, stdout, stderr } = await worth((from ?? file)(), ...flags);
    expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(message);
    expect(code).toBe(1);
    expect(stdout).toBe('');
  });

  it('neither or both of --pass and --abstain, and --abstain with --right alone, exit 1', async () => {
    const neither = await sebHere(['worth', file()]);
    expect(neither).toMatchObject({ code: 1, stderr: expect.stringMatching(/--pass MODEL.* or --abstain/) });
    expect((await worth(file(), '--abstain')).code).toBe(1);
    const free = await sebHere(['worth', file(), '--keep', 'a', '--abstain', '--right', '1']);
    expect(free).toMatchObject({ code: 1, stderr: expect.stringContaining('needs --wrong') });
  });

  it.skipIf(referenceFolder === null)(`logs of several tasks, exit 1${withoutReference}`, async () => {
    const [whole = '', rows = ''] = ['out.json', 'out.jsonl'].map((name) =>
      join(referenceFolder ?? '', 'foreign-logs/promptfoo', name),
    );
    const other = join(newFolder(), 'other.jsonl');
    writeFileSync(other, readFileSync(rows, 'utf8').replaceAll('"id":"', '"id":"another-'));
    const { code, stderr } = await sebHere(['worth', whole, other, '--abstain']);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
      'several tasks: times tables, promptfoo give the logs of one task',
    );
    expect(code).toBe(1);
  });

  it('names the field of a log that may be a stated confidence, exit 2', async () => {
    const file = answersOf(40, (item) => ({ ...knowing(item), subject: '' }));
    writeFileSync(file, readFileSync(file, 'utf8').replace('confidence', 'own.certainty'));
    const { code, stderr } = await worth(file);
    expect(stderr).toContain('the logs have the field own.certainty: add --confidence own.certainty');
    expect(code).toBe(2);
    expect((await worth(file, '--confidence', 'own.certainty')).stdout).toContain('own ');
  });

  const nothing: readonly (readonly [what: string, message: RegExp, rowOf: (item: number) => Row, count: number])[] = [
    [
      'models without shared items',
      /share 0 items|no items in common/,
      (item) => (item < 30 ? { ...knowing(item), b: null } : { ...knowing(item), a: '' }),
      60,
    ],
    ['under 20 groups', /19 independent groups/, knowing, 19],
    [
      'without a signal',
      /a stated nothing about itself, and the data have no free signal/,
      (item) => ({ ...knowing(item), confidence: '', subject: '' }),
      40,
    ],
    [
      'over 10 % missing outcomes of B',
      /% of the items have no outcome/,
      (item) => (item % 8 === 0 ? { ...knowing(item), b: '' } : knowing(item)),
      80,
    ],
  ];
  it.each(nothing)('%s, exit 2', async (what, message, rowOf, count) => {
    let path = answersOf(count, rowOf);
    if (what === 'models without shared items') {
      const lines = readFileSync(path, 'utf8').split('\n');
      path = join(newFolder(), 'apart.csv');
      writeFileSync(
        path,
        lines
          .filter((line) => !line.startsWith('a,') || Number(/q(\d+)/.exec(line)?.[1]) < 30)
          .filter((line) => !line.startsWith('b,') || Number(/q(\d+)/.exec(line)?.[1]) >= 30)
          .join('\n'),
      );
    }
    const { code, stdout, stderr } = await worth(path);
    expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(message);
    expect(code).toBe(2);
    expect(stdout).toBe('');
  });
});

describe('seb worth on runs of a store', () => {
  it('refuses runs with different items under the same ids', async () => {
    const store = newStore();
    const folder = newFolder();
    const questions = (offset: number) =>
      Array.from({ length: 30 }, (_, index) => {
        const sum = index + offset;
        return JSON.stringify({
          id: `q-${index}`,
          question: `What is ${sum} + 1?`,
          options: [1, 0, 2, 3].map((more) => `${sum + more}`),
          key: 'A',
        });
      }).join('\n');
    for (const [name, offset] of [
      ['first', 0],
      ['second', 100],
    ] as const) {
      const items = join(folder, `${name}.jsonl`);
      writeFileSync(items, questions(offset));
      const model = name === 'first' ? 'simulated/a?self=1' : 'simulated/b?self=0';
      const ran = await sebHere([
        'run',
        '--model',
        model,
        '--experiment',
        'know',
        '--items',
        `know=${items}`,
        '--name',
        name,
        '--store',
        store,
      ]);
      expect(ran.code, ran.stderr).toBe(0);
    }
    const { code, stdout, stderr } = await sebHere([
      'worth',
      'first',
      'second',
      '--pass',
      'simulated/b?self=0',
      '--store',
      store,
    ]);
    expect(stderr).toContain('the runs have different items of know');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  });

  it('reads know and delegate, and restriction with labels and another judge', async () => {
    const store = newStore();
    const models = ['simulated/a?self=1', 'simulated/b?self=0'];
    const run = (...more: readonly string[]) =>
      sebHere(['run', '--model', ...models, '--store', store, '--json', ...more]);
    await run('--experiment', 'know', '--limit', '60', '--name', 'questions');
    await run('--experiment', 'delegate', '--limit', '60', '--name', 'handed-over');
    await run('--experiment', 'restriction', '--limit', '60', '--name', 'self-judged');
    await run('--experiment', 'restriction', '--limit', '60', '--judge', 'simulated/c', '--name', 'judged');
    await run('--experiment', 'association', '--limit', '20', '--name', 'words');
    const ask = (name: string, ...flags: readonly string[]) =>
      sebHere(['worth', name, '--pass', 'simulated/b?self=0', '--store', store, '--json', ...flags]);
    for (const [name, task] of [
      ['questions', 'know'],
      ['handed-over', 'delegate'],
      ['judged', 'restriction'],
    ] as const) {
      const { code, stdout } = await ask(name);
      expect(code).toBe(0);
      const { keep, items, signals, ...result } = worthSchema.parse(JSON.parse(stdout));
      expect({ keep, items, task: result.task }).toEqual({ keep: 'simulated/a?self=1', items: 60, task });
      expect(signals[0]).toMatchObject({ name: 'own', asks: true });
    }
    expect(await ask('self-judged')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('judged its own answers'),
    });
    expect(await ask('words')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('do not say whether answers are right'),
    });
    const agree = await ask('questions', '--signals', 'own', 'subject');
    expect(agree.code).toBe(0);
    const same = await sebHere([
      'worth',
      'questions',
      '--keep',
      models[1] ?? '',
      '--pass',
      models[1] ?? '',
      '--store',
      store,
    ]);
    expect(same.code).toBe(1);
  });
});

describe('--worth', () => {
  it('shows the result on the page of a report, and refuses one of other runs or none', async () => {
    const [store, folder] = [newStore(), newFolder()];
    const [keep, pass] = ['simulated/a?self=1', 'simulated/b?self=0'];
    for (const [name, limit] of [
      ['mine', '30'],
      ['other', '25'],
    ] as const) {
      const models = ['--model', keep, pass, '--experiment', 'know', '--limit', limit];
      expect((await sebHere(['run', ...models, '--name', name, '--store', store])).code).toBe(0);
    }
    const file = join(folder, 'worth.json');
    const result = await sebHere([...['worth', 'mine', '--pass', pass, '--store', store, '--json', '--right', '0.01']]);
    writeFileSync(file, result.stdout);
    const report = (run: string, ...flags: readonly string[]) =>
      sebHere(['report', run, '--store', store, '--worth', file, ...flags]);
    const out = join(folder, 'page');
    expect(await report('mine', '--out', out)).toMatchObject({ code: 0 });
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain(`Does it pay to use the confidence of ${keep}`);
    expect(readFileSync(join(out, 'tables', 'worth.csv'), 'utf8')).toMatch(/^signal,passed on,/);
    expect(readFileSync(join(out, 'figures', 'decision-curve.svg'), 'utf8')).toContain('value of a right answer');
    expect(await report('mine')).toMatchObject({ code: 1, stderr: expect.stringContaining('--worth needs --out') });
    const about = async (message: string) =>
      expect(await report('other', '--out', out)).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
    await about('is not about these runs');
    writeFileSync(file, '{"answer":"yes"}');
    await about('is not a result of seb worth');
  });
});

it('shows a worked example without a key: seb worth --demo', async () => {
  const { code, stdout, stderr } = await sebHere(['worth', '--demo']);
  expect(code).toBe(0);
  expect(stderr).toContain('SIMULATED');
  expect(stdout).toContain('Worth asking: at $0.02 for a right answer');
  expect((await sebHere(['worth', '--demo', '--abstain', '--wrong', '0.05'])).code).toBe(0);
});

describe('seb worth on the runs of an import', () => {
  /** What is said of the signals, without the names of the models and the task. */
  const saidOf = (stdout: string) => {
    const { items, groups, missing, rightOfKeep, rightOfPass, bestConstant, signals } = worthSchema.parse(
      JSON.parse(stdout),
    );
    const unnamed = signals.map((signal) => ({ ...signal, about: signal.about.replace('recorded/', '') }));
    return { items, groups, missing, rightOfKeep, rightOfPass, bestConstant, signals: unnamed };
  };

  it.each(['before', 'with-answer'])('says what it says of the log, with confidence asked %s', async (asked) => {
    const [file, store] = [answersOf(240, (item) => ({ ...knowing(item), b: Number(item % 4 > 0) })), newStore()];
    const imported = await sebHere(['import', file, '--asked', asked, '--store', store, '--json']);
    const runs = JSON.parse(imported.stdout).map(({ run }: { readonly run: string }) => run);
    const ofLog = await worth(file, '--asked', asked, '--json');
    const given = ['--keep', 'recorded/a', '--pass', 'recorded/b', '--store', store];
    const ofRuns = await sebHere(['worth', ...runs, ...given, '--json']);
    expect([ofLog.code, ofRuns.code], ofRuns.stderr).toEqual([0, 0]);
    expect(saidOf(ofRuns.stdout)).toEqual(saidOf(ofLog.stdout));
    const priced = await sebHere(['worth', ...runs, ...given, '--right', '0.01', '--ask', '0']);
    expect(priced).toMatchObject({ code: 1, stderr: expect.stringContaining('the cost of each answer of') });
  });
});
