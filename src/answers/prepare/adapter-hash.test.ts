import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../domain/run-config.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import type { StoredEvent, TrainingJobKey } from '../../store/event.ts';
import type { Store } from '../../store/store.ts';
import { emptyStore } from '../../store/use-store.ts';
import { adapterHashOf, openModels } from './open-models.ts';

const name = 'vllm/org/base:seb-0123456789ab';
const [older, newer] = ['a'.repeat(64), 'b'.repeat(64)];

function succeeded(number: number, hash: string | null): StoredEvent<TrainingJobKey> {
  const artifact = hash === null ? null : { file: 'adapter.safetensors', sha256: hash };
  const event = { kind: 'succeeded', model: name, artifact, trainedTokens: null, dollars: 0, returned: null };
  return { key: `${number}` as TrainingJobKey, number: 5, at: `2026-01-0${number}T00:00:00.000Z`, event };
}

/** A store with training jobs alone. */
function storeOf(events: readonly StoredEvent<TrainingJobKey>[]): Pick<Store, 'histories'> {
  const histories = async (kind: string) => (kind === 'training' ? events : []);
  return { histories: histories as Store['histories'] };
}

describe('adapterHashOf', () => {
  it('returns the hash of the latest job that created the model', async () => {
    const store = storeOf([succeeded(2, newer), succeeded(1, older)]);
    expect(await adapterHashOf(store, name)).toBe(newer);
    expect(await adapterHashOf(store, 'vllm/org/base:other')).toBeNull();
  });

  it('returns null if the host keeps the weights', async () => {
    expect(await adapterHashOf(storeOf([succeeded(1, null)]), name)).toBeNull();
  });
});

describe('openModels', () => {
  it('puts the hash of a trained adapter into the identity of its model', async () => {
    const identity = async (events: readonly StoredEvent<TrainingJobKey>[]) => {
      const { subjects, open } = await openModels({
        named: { subjects: [name], judge: null },
        baseUrls: new Map(),
        settings: defaultSettings,
        config: {},
        experiments: experimentRegistry([]),
        planned: [],
        store: { ...emptyStore, ...storeOf(events) },
      });
      await Promise.all([...open.values()].map(({ model }) => model.close()));
      return subjects[0]?.identity;
    };
    expect(await identity([succeeded(1, older)])).toMatch(new RegExp(`\\+sha256:${older}$`));
    expect(await identity([succeeded(1, newer)])).toMatch(new RegExp(`\\+sha256:${newer}$`));
    expect(await identity([])).not.toContain('sha256');
  });
});
