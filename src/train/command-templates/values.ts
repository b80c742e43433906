import type { HyperParameters } from '../hosts/host-settings.ts';

/** Default values of local LoRA training. */
export const localDefaults: HyperParameters & LocalParameters = {
  epochs: 1,
  batchSize: 16,
  learningRate: 2e-4,
  learningRateMultiplier: null,
  loraRank: 32,
};

interface LocalParameters {
  readonly epochs: number;
  readonly batchSize: number;
  readonly learningRate: number;
  readonly loraRank: number;
}

interface LocalValues {
  readonly epochs: number;
  readonly batchSize: number;
  readonly learningRate: number;
  readonly rank: number;
  /** Twice the rank. */
  readonly alpha: number;
}

export function localHyperParameters({ epochs, batchSize, learningRate, loraRank }: HyperParameters): LocalValues {
  const rank = loraRank ?? localDefaults.loraRank;
  return {
    epochs: epochs ?? localDefaults.epochs,
    batchSize: batchSize ?? localDefaults.batchSize,
    learningRate: learningRate ?? localDefaults.learningRate,
    rank,
    alpha: 2 * rank,
  };
}

/** Returns a number that every YAML reader parses as a number: PyYAML reads 2e-4 as text, and 2.0e-4 as a number. */
export function yamlNumber(value: number): string {
  const text = String(value);
  const [mantissa = '', exponent] = text.split('e');
  if (exponent === undefined) return text;
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}e${/^[-+]/.test(exponent) ? exponent : `+${exponent}`}`;
}

/** Returns lines of `key: value`; texts are quoted as JSON, which is valid YAML. */
export function yaml(fields: Readonly<Record<string, string | number | boolean | null>>): string {
  return Object.entries(fields)
    .flatMap(([name, value]) => {
      if (value === null) return [];
      return [
        `${name}: ${typeof value === 'string' ? JSON.stringify(value) : typeof value === 'number' ? yamlNumber(value) : value}\n`,
      ];
    })
    .join('');
}
