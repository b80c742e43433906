import type { Observed } from '../../src/domain/outcome.ts';
import type { BinaryOutcome } from '../../src/outcome-kinds/binary.ts';
import type { OutcomeRow } from '../../src/outcome-kinds/outcome-kinds.ts';
import type { RankingOutcome } from '../../src/outcome-kinds/ranking-terms.ts';
import { type Random, seededRandom, shuffled } from '../../src/util/random.ts';

/** Fifteen names that are as long as hosted models' names. */
export const longNames: readonly string[] = [
  'openrouter/anthropic/claude-3.7-sonnet-thinking',
  'openrouter/anthropic/claude-3.5-haiku',
  'openrouter/deepseek/deepseek-v3',
  'openrouter/deepseek/deepseek-r1',
  'openrouter/google/gemini-2.5-flash',
  'openrouter/google/gemini-2.5-pro',
  'openrouter/meta-llama/llama-3.1-8b',
  'openrouter/meta-llama/llama-4-scout',
  'openrouter/meta-llama/llama-3.2-3b',
  'openrouter/mistralai/mistral-small-3.1-24b',
  'openrouter/mistralai/mistral-7b',
  'openai/gpt-4.1-mini',
  'openai/gpt-4.1',
  'openai/o4-mini',
  'openrouter/qwen/qwen-2.5-7b',
];

export interface MadeOutcomes {
  readonly run: string;
  readonly models: readonly string[];
  readonly items: number;
  readonly samples: number;
  readonly seed: number;
  /** Share of missing values. */
  readonly losses: number;
  /** Whether predictions have probabilities. */
  readonly probabilities: boolean;
}

/** Generates outcomes of the paper's three experiments from a seed, in the order in which a run yields them. */
export function* madeOutcomes(made: MadeOutcomes): Generator<OutcomeRow> {
  for (const experiment of ['association', 'restriction', 'difficulty']) {
    for (let item = 0; item < made.items; item += 1) {
      for (const [index, model] of made.models.entries()) {
        const random = seededRandom('made outcomes', made.seed, experiment, item, model);
        const place: Omit<OutcomeRow, 'outcome'> = {
          run: made.run,
          experiment,
          model,
          condition: 'paper, deliberate',
          item: `${experiment}-${item}`,
          cluster: `${experiment}-${item}`,
          reader: 'both',
        };
        const skill = 0.55 + (0.3 * ((index * 7) % 15)) / 15;
        for (const outcome of outcomesOf(experiment, made, { random, skill })) yield { ...place, outcome };
      }
    }
  }
}

type Chance = { readonly random: Random; readonly skill: number };

function outcomesOf(
  experiment: string,
  made: MadeOutcomes,
  chance: Chance,
): readonly (BinaryOutcome | RankingOutcome)[] {
  if (experiment === 'difficulty') return [ranking(made, chance)];
  if (experiment === 'restriction') return [binary('', made, chance)];
  return ['tail', 'moon', 'river', 'lamp'].map((unit) => binary(unit, made, chance));
}

function binary(unit: string, made: MadeOutcomes, { random, skill }: Chance): BinaryOutcome {
  const truth = random() < (unit === '' ? 0.6 : 0.25);
  const said = random() < skill ? truth : !truth;
  return {
    kind: 'binary',
    unit,
    prediction: lossy(said, 'forecast', made, random),
    probability: made.probabilities
      ? Math.round((said ? 0.55 + 0.4 * random() : 0.05 + 0.4 * random()) * 100) / 100
      : null,
    executions: Array.from({ length: made.samples }, () =>
      lossy(random() < 0.9 ? truth : !truth, 'execute', made, random),
    ),
    label: unit === '' ? random() < 0.5 : null,
  };
}

function ranking(made: MadeOutcomes, { random, skill }: Chance): RankingOutcome {
  const units = ['q1', 'q2', 'q3', 'q4'];
  const rest = shuffled(units, random);
  return {
    kind: 'ranking',
    units,
    prediction: lossy(random() < skill - 0.3 ? units : rest, 'forecast', made, random),
    predictionTokens: Math.round(120 * 30 ** skill * (0.8 + 0.4 * random())),
    executions: Array.from({ length: made.samples }, () =>
      units.map((_, index) => ({
        correct: lossy(random() < 0.95 - 0.12 * index, 'execute', made, random),
        tokens: Math.round((100 + 80 * index) * (0.6 + 2 * skill * random())),
      })),
    ),
    label: rest.toReversed(),
  };
}

const reasons = ['declined', 'truncated', 'unparsed', 'filtered', 'failed'] as const;

function lossy<T>(value: T, slot: 'forecast' | 'execute', { losses }: MadeOutcomes, random: Random): Observed<T> {
  if (random() >= losses) return { kind: 'present', value, step: 'strict' };
  const reason = reasons[Math.floor(random() * reasons.length)] ?? 'failed';
  return { kind: 'absent', slot, reason, detail: `no ${String(slot)} that could be used` };
}
