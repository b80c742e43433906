import { createRootRoute, createRoute, createRouter, type RouterHistory } from '@tanstack/react-router';
import * as z from 'zod';
import { flipsQuerySchema } from '../src/view/contract/contract-items.ts';
import { itemSearchSchema, itemsSearchSchema } from './addresses.ts';
import { InvalidAddress } from './parts/invalid-address.tsx';
import { Layout } from './parts/layout.tsx';
import { CompareScreen } from './screens/compare.tsx';
import { ItemScreen } from './screens/item.tsx';
import { ItemsScreen } from './screens/items.tsx';
import { LabelScreen } from './screens/label.tsx';
import { OverviewScreen } from './screens/overview.tsx';
import { RunScreen } from './screens/run.tsx';
import { StudyScreen } from './screens/study.tsx';

const root = createRootRoute({ component: Layout, notFoundComponent: () => <p>There is no such screen.</p> });
const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: OverviewScreen,
});
const run = createRoute({ getParentRoute: () => root, path: '/runs/$run', component: RunScreen });
const items = createRoute({
  getParentRoute: () => root,
  path: '/runs/$run/items',
  component: ItemsScreen,
  validateSearch: itemsSearchSchema,
});
const item = createRoute({
  getParentRoute: () => root,
  path: '/runs/$run/item',
  component: ItemScreen,
  validateSearch: itemSearchSchema,
});
const compare = createRoute({
  getParentRoute: () => root,
  path: '/compare',
  component: CompareScreen,
  validateSearch: flipsQuerySchema.partial().extend({ run: z.string().optional() }),
});
const label = createRoute({
  getParentRoute: () => root,
  path: '/label',
  component: LabelScreen,
  validateSearch: z.object({
    run: z.string().optional(),
    by: z.string().optional(),
    count: z.coerce.number().optional(),
    stratify: z.enum(['judge', 'none']).optional(),
  }),
});
const study = createRoute({ getParentRoute: () => root, path: '/studies/$study', component: StudyScreen });
const routeTree = root.addChildren([overview, run, items, item, compare, label, study]);

/** Objects stand in an address as JSON, and so do texts that would look like it. */
const isJson = /^[{"]/;

/** Reads the values of an address: texts, also where they look like numbers, as ids of runs may. */
function parseSearch(search: string): Record<string, unknown> {
  const entries = [...new URLSearchParams(search)];
  return Object.fromEntries(entries.map(([name, text]) => [name, isJson.test(text) ? parsedOrText(text) : text]));
}

function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function stringifySearch(values: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue;
    const isText = typeof value !== 'object' && !isJson.test(String(value));
    query.set(name, isText ? String(value) : JSON.stringify(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** The screens by their addresses. Outside a browser, nothing can scroll. */
export function appRouter(history: RouterHistory) {
  return createRouter({
    ...{ routeTree, history, parseSearch, stringifySearch },
    ...{ defaultPreload: false, scrollRestoration: typeof document !== 'undefined' },
    defaultErrorComponent: InvalidAddress,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof appRouter>;
  }
}
