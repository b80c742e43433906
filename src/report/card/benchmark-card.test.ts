import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readPublishedResults } from '../../data/files/published-results.ts';
import { listDatasets } from '../../data/shipped-datasets.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { benchmarkCard, benchmarkCardSchema, cardMarkdown } from './benchmark-card.ts';
import { readStatements } from './statements.ts';

const experiments = [...experimentRegistry().values()];
const card = () =>
  benchmarkCard({
    ...{ version: '1.2.3', statements: readStatements(), experiments, datasets: listDatasets(experiments) },
    results: null,
  });

describe('the card of the benchmark', () => {
  it('fits its JSON schema, which refuses an empty field', () => {
    const validate = new Ajv({ strict: false }).compile(z.toJSONSchema(benchmarkCardSchema));
    expect(validate(card())).toBe(true);
    const { benchmark_card: made } = structuredClone(card());
    made.targeted_risks.potential_harm = '';
    expect(validate({ benchmark_card: made })).toBe(false);
  });

  it('describes every experiment and every shipped data set, and says that there are no results', () => {
    const text = cardMarkdown(card());
    for (const { name } of experiments) expect(text).toContain(`- ${name}: `);
    for (const { name, rows, sha256 } of listDatasets(experiments))
      expect(text).toContain(`- ${name}: ${rows} items, sha256 ${sha256}`);
    expect(text).toContain('no run in the store');
  });

  it('corrects what the published numbers contradict', () => {
    const { models } = readPublishedResults();
    const always = models.map(({ association: { truePositive, falseNegative, trueNegative, falsePositive } }) => {
      const no = trueNegative + falsePositive;
      return no / (no + truePositive + falseNegative);
    });
    const percent = (share: number) => Math.round(100 * share);
    const { interpretation, limitations } = readStatements();
    expect(interpretation).toContain(
      `right in ${percent(Math.min(...always))} to ${percent(Math.max(...always))} % for the ${models.length} models`,
    );
    expect([...new Set(models.map(({ restriction }) => restriction.items))]).toEqual([450]);
    expect(limitations.join(' ')).toContain('have 450 requests');
  });

  it('has the methods and the results that it is given', () => {
    const { benchmark_card: made } = benchmarkCard({
      ...{ version: '1.2.3', statements: readStatements(), experiments, datasets: listDatasets(experiments) },
      methods: ['arms: self, cross'],
      results: ['no advantage'],
    });
    expect(made.methodology.methods.at(-1)).toBe('arms: self, cross');
    expect(made.methodology.baseline_results).toEqual(['no advantage']);
  });

  it('describes an imported study, of which the store has no run, in every field', () => {
    const made = benchmarkCard({
      ...{ version: '1.2.3', statements: readStatements(), experiments: [], datasets: [], results: ['no advantage'] },
      imported: { question: 'Can ann be trained to know itself?', testItems: 300, testStrings: 100 },
    });
    expect(benchmarkCardSchema.parse(made).benchmark_card.purpose_and_intended_users.tasks).toEqual([
      'Can ann be trained to know itself?',
    ]);
    expect(cardMarkdown(made)).not.toMatch(/\n\n\n/);
  });

  it('says of which data sets nothing is stated about language, privacy and harm', () => {
    const { benchmark_card: made } = benchmarkCard({
      ...{ version: '1.2.3', statements: readStatements(), experiments, datasets: [], results: null },
      unstated: ['own.csv'],
    });
    const { privacy_and_anonymity: privacy } = made.ethical_and_legal_considerations;
    for (const field of [privacy, made.targeted_risks.potential_harm, made.benchmark_details.languages.join(' ')])
      expect(field).toContain('Not stated for own.csv.');
  });

  it('refuses statements with an empty, missing or unknown field, and names them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'seb-card-'));
    try {
      const shipped = JSON.parse(readFileSync('data/card/statements.json', 'utf8'));
      const file = join(folder, 'statements.json');
      writeFileSync(file, JSON.stringify({ ...shipped, goal: ' ', privacy: undefined, extra: 'x' }));
      expect(() => readStatements(file)).toThrow(/goal, privacy, extra/);
      writeFileSync(file, 'not JSON');
      expect(() => readStatements(file)).toThrow('cannot be read as JSON');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
