import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { failed } from '../../domain/failure.ts';
import { bundledAdapterPath } from '../../models/gguf/bundled.ts';
import { type CreateRequest, type HostJob, ok, type TrainingPort } from './port.ts';

/**
 * Name of the adapter of a base, an arm and a target: `ada+self`, `bo+ada` (taught on ada), `bo+ada-scrambled`, `ada+shifted`. Null for
 * an arm that no adapter was trained for.
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

/** `ada` of `bundled/ada` and of an identity, which goes on with a hash. */
function modelName(text: string): string {
  return /^(?:bundled\/)?(\w+)/.exec(text)?.[1] ?? text;
}

/**
 * "Trains" a demonstration model by naming the adapter of its base and arm that comes with the project. The adapters were trained by
 * this project on its own rows: the rows of the job are not looked at.
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
  const missing = (name: string) =>
    failed('not-found', `the project comes with no adapter ${name}`, { retryable: false });
  return {
    name: 'bundled',
    endpoint: 'this package',
    format: 'chat',
    hosting: 'none',
    isFree: true,
    defaults: null,
    notes: [
      'Nothing is trained: the adapters that come with the project were trained on rows of its own, not on these.',
    ],
    upload: async ({ name }) => ok(name),
    async create(request) {
      const name = adapterName(request);
      if (name === null) return missing(`of the arm ${request.rows.arm}`);
      return existsSync(fileOf(name)) ? ok(jobOf(name)) : missing(name);
    },
    page: async () => ok({ jobs: [], next: null, isWhole: true }), // a second job is the same job, and free
    job: async (id) => (existsSync(fileOf(id)) ? ok(jobOf(id)) : missing(id)),
    cancel: async () => ok(null),
    estimate: null,
    baseFacts: null,
    modelName: (trained) => trained,
    servingSteps: () => [],
    close: async () => {},
  };
}
