import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { serve as listen, type ServerType } from '@hono/node-server';
import type { Experiments } from '../../experiments/registry.ts';
import type { Worth } from '../../results/worth.ts';
import { parseStoreLocation } from '../../store/location.ts';
import { openStore } from '../../store/open.ts';
import { AppError } from '../../util/app-error.ts';
import { viewerAssets } from '../page/assets.ts';
import { pageWorth } from '../page/page-worth.ts';
import { IndexedResults } from '../search-index/indexed-results.ts';
import { IndexedRuns } from '../search-index/indexed-runs.ts';
import { IndexedStudies } from '../search-index/indexed-studies.ts';
import { viewerApp } from './app.ts';
import { IndexKeeper } from './index-keeper.ts';
import { indexLocation } from './index-location.ts';
import { LabelDesk } from './label-desk.ts';
import { LiveFeed } from './live-feed.ts';
import { openIndex } from './open-index.ts';
import { RunWatch } from './run-watch.ts';
import type { AllowedHosts } from './security.ts';
import { watchStoreFile } from './store-file.ts';
import { ViewData } from './view-data.ts';

interface ServeOptions {
  readonly location: string;
  readonly experiments: Experiments;
  /** Config file with the user's experiments; null for none. */
  readonly config: string | null;
  /** File with attributes of the models; absent: none. */
  readonly attributes?: string;
  /** Whether asking first pays, as `seb worth` found; absent: not shown. */
  readonly worth?: Worth;
  /** Returns a suggested command as the user has to type it for this store; absent: unchanged. */
  readonly asTyped?: (command: string) => string;
  /** Null: 4680, or the next free one. 0: any free one. */
  readonly port: number | null;
  /** Null: reachable from this machine only. */
  readonly host: string | null;
}

export interface ViewServer {
  /** URL of the viewer, including the token if one is required. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

const defaultPort = 4680;
const triedPorts = 20;

/** Serves the viewer of a store until it is closed. */
export async function serveViewer(options: ServeOptions): Promise<ViewServer> {
  const { location, experiments, config, attributes = null, worth = null, host } = options;
  const assets = await viewerAssets();
  const store = await openStore(location);
  const storeFault = watchStoreFile(location);
  const database = openIndex(indexLocation(location));
  const indexed = new IndexedRuns(database);
  const typed = options.asTyped === undefined ? {} : { asTyped: options.asTyped };
  const data = new ViewData({
    store,
    name: shownName(location),
    experiments,
    database,
    worth: await pageWorth(worth),
    ...typed,
  });
  const feed: LiveFeed = new LiveFeed({
    store,
    watch: new RunWatch(store, experiments),
    indexed,
    keeper: () => keeper,
  });
  const onBuilt = () => {
    data.refresh();
    feed.tell({ kind: 'rows' });
    void feed.look();
  };
  const keeper: IndexKeeper = new IndexKeeper({
    ...{ store, location, config, attributes, indexed, onBuilt },
    results: new IndexedResults(database),
    studies: new IndexedStudies(database),
  });
  const isLocal = host === null || isLoopback(host);
  const token = isLocal ? null : randomBytes(24).toString('base64url');
  let hosts: AllowedHosts = new Set();
  const desk = new LabelDesk(store, experiments);
  const app = viewerApp({ storeFault, data, feed, desk, assets, hosts: () => hosts, token });
  const closeParts = async () => {
    await feed.stop();
    await keeper.close();
    database.close();
    await store.close();
  };
  try {
    await feed.start();
    const server = await listening(app.fetch, { host: host ?? '127.0.0.1', port: options.port });
    const { port } = server.address() as AddressInfo; // the server listens on a port, not on a pipe
    hosts = isLocal ? new Set(['localhost', '127.0.0.1', '[::1]'].map((name) => `${name}:${port}`)) : null;
    const shown = host === null || host === '0.0.0.0' || host === '::' ? '127.0.0.1' : bracketed(host);
    return {
      url: `http://${shown}:${port}/${token === null ? '' : `?token=${token}`}`,
      port,
      close: async () => {
        const closed = new Promise((resolve) => server.close(resolve));
        if ('closeAllConnections' in server) server.closeAllConnections();
        await closed;
        await closeParts();
      },
    };
  } catch (error) {
    await closeParts();
    throw error;
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

function shownName(location: string): string {
  const parsed = parseStoreLocation(location);
  return parsed.kind === 'sqlite' ? location : parsed.shown;
}

/** Listens on the port, or, by default, on the first free one from the default port on. */
async function listening(
  fetch: Parameters<typeof listen>[0]['fetch'],
  { host, port }: { readonly host: string; readonly port: number | null },
): Promise<ServerType> {
  const candidates = port === null ? Array.from({ length: triedPorts }, (_, index) => defaultPort + index) : [port];
  for (const candidate of candidates) {
    const server = await new Promise<ServerType | string>((resolve) => {
      const made = listen({ fetch, hostname: host, port: candidate }, () => resolve(made));
      made.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    });
    if (typeof server !== 'string') return server;
    if (server !== 'EADDRINUSE') {
      throw new AppError('cannot-listen', `cannot listen on ${host}:${candidate} (${server})`, {
        hint: 'choose another --host or --port',
      });
    }
  }
  throw new AppError('port-in-use', `port ${candidates.join(', ')} is in use`, { hint: 'choose another with --port' });
}
