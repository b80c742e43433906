import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { failed } from '../../models/failures/failure.ts';
import { ok } from '../../models/failures/host-result.ts';
import { bundledAdapterPath } from '../../models/gguf/bundled.ts';
import { type CreateRequest, type HostJob, instantPort, type TrainingPort } from './port.ts';

/**
 * Returns the name of the adapter of a base, an arm and a target: `ada+self`, `bo+ada` (trained on ada),
 * `bo+ada-scrambled`, `ada+shifted`. Null for an arm without an adapter.
 */
export function adapterName({ base, rows }: Pick<CreateRequest, 'base' | 'rows'>): string | null {
  const name = modelName(base);
  const target = modelName(rows.targets[0] ?? '');
  const taught = target === name ? 'self' : target;
  switch (rows.arm) {
    case 'self':
    case 'cross':
    case 'own':
      return `${name}+${taught}`;
    case 'scramble':
      return `${name}+${taught}-scrambled`;
    case 'shifted':
      return `${name}+shifted`;
    default:
      return null;
  }
}

/** Returns `ada` for `bundled/ada` and for an identity, which appends a hash. */
function modelName(text: string): string {
  return /^(?:bundled\/)?(\w+)/.exec(text)?.[1] ?? text;
}

/**
 * Port that "trains" a demonstration model by returning the bundled adapter of its base and arm. This project trained
 * the adapters on its own rows; the rows of the job are not used.
 */
export function bundledPort(fileOf: (name: string) => string = bundledAdapterPath): TrainingPort {
  const jobOf = (name: string): HostJob => ({
    id: name,
    state: 'succeeded',
    word: 'shipped',
    isKnownWord: true,
    labels: [],
    files: [],
    model: `bundled/${name}`,
    artifact: {
      file: fileOf(name),
      sha256: createHash('sha256')
        .update(readFileSync(fileOf(name)))
        .digest('hex'),
    },
    trainedTokens: null,
    dollars: 0,
    reason: null,
    returned: null,
  });
  const missing = (name: string) => failed('not-found', `this project ships no adapter ${name}`, { retryable: false });
  return {
    ...instantPort,
    name: 'bundled',
    endpoint: 'this package',
    notes: ['This trains nothing: the shipped adapters were trained on other rows, not on these.'],
    async create(request) {
      const name = adapterName(request);
      if (name === null) return missing(`of the arm ${request.rows.arm}`);
      return existsSync(fileOf(name)) ? ok(jobOf(name)) : missing(name);
    },
    job: async (id) => (existsSync(fileOf(id)) ? ok(jobOf(id)) : missing(id)),
  };
}
