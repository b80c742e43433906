import { experimentRegistry, importedExperiments } from '../../src/experiments/registry.ts';
import { openStore } from '../../src/store/open.ts';
import { type Overview, overviewSchema } from '../../src/view/contract/contract.ts';
import { indexLocation } from '../../src/view/server/index-location.ts';
import { openIndex, refreshIndex } from '../../src/view/server/open-index.ts';
import { serveViewer } from '../../src/view/server/serve.ts';

interface Wanted {
  /** Whether the server has computed what a test is about. */
  readonly isReady: (overview: Overview) => boolean;
  readonly asTyped?: (command: string) => string;
}

const maxWaitMs = 300_000;

/** Returns the overview that the viewer of a store serves, once its index is up to date and the overview is ready. */
export async function servedOverview(location: string, { isReady, asTyped }: Wanted): Promise<Overview> {
  const store = await openStore(location);
  const imported = Object.values(importedExperiments).map((each) => [each.name, each] as const);
  const experiments = new Map([...experimentRegistry(), ...imported]);
  const database = openIndex(indexLocation(location));
  await refreshIndex({ store, runs: await store.runs(), experiments, database, onProgress: () => {} });
  database.close();
  await store.close();
  const typed = asTyped === undefined ? {} : { asTyped };
  const server = await serveViewer({ location, experiments, config: null, port: 0, host: null, ...typed });
  try {
    const until = Date.now() + maxWaitMs;
    for (;;) {
      const overview = overviewSchema.parse(await (await fetch(new URL('/api/overview', server.url))).json());
      if (isReady(overview)) return overview;
      if (Date.now() > until) throw new Error(`the overview is not ready: ${JSON.stringify(overview.selection)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } finally {
    await server.close();
  }
}
