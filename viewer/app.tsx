import {
  createRootRoute,
  createRoute,
  createRouter,
  parseSearchWith,
  type RouterHistory,
  stringifySearchWith,
} from '@tanstack/react-router';
import * as z from 'zod';
import { compareQuerySchema, filterSchema, itemKeySchema } from '../src/view/contract/contract-items.ts';
import { Layout } from './parts/layout.tsx';
import { CompareScreen } from './screens/compare.tsx';
import { ItemScreen } from './screens/item.tsx';
import { ItemsScreen } from './screens/items.tsx';
import { LabelScreen } from './screens/label.tsx';
import { OverviewScreen } from './screens/overview.tsx';
import { RunScreen } from './screens/run.tsx';
import { StudyScreen } from './screens/study.tsx';

/** What the address of the items says: the filter, and which columns are hidden. */
export const itemsSearchSchema = filterSchema.omit({ run: true }).extend({ hide: z.string().max(200).optional() });
export type ItemsSearch = z.infer<typeof itemsSearchSchema>;

/** An item, and its place in the list that it was opened from. */
const itemSearchSchema = z.object({
  experiment: z.string(),
  model: z.string(),
  condition: z.string(),
  item: z.string(),
  /** The run, where the page is about several. */
  of: z.string().optional(),
  at: z.coerce.number().int().min(0).optional(),
  list: itemsSearchSchema.optional(),
});

const root = createRootRoute({ component: Layout, notFoundComponent: () => <p>There is no such screen.</p> });
const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: OverviewScreen,
  validateSearch: z.object({ search: z.string().optional() }),
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
  validateSearch: compareQuerySchema.partial(),
});
const label = createRoute({
  getParentRoute: () => root,
  path: '/label',
  component: LabelScreen,
  validateSearch: z.object({
    run: z.string().optional(),
    by: z.string().optional(),
    count: z.coerce.number().optional(),
  }),
});
const study = createRoute({ getParentRoute: () => root, path: '/studies/$study', component: StudyScreen });
const routeTree = root.addChildren([overview, run, items, item, compare, label, study]);

export type ItemSearch = z.infer<typeof itemSearchSchema>;
export const itemKeyOf = itemKeySchema;

/** Values of an address are texts, also those that look like numbers, as ids of runs may; objects are JSON. */
function parseValue(text: string): unknown {
  if (!/^[{"]/.test(text)) throw new Error('a text');
  return JSON.parse(text);
}
const parseSearch = parseSearchWith(parseValue);
const stringifySearch = stringifySearchWith(JSON.stringify, parseValue);

/** The screens by their addresses. */
export function appRouter(history: RouterHistory) {
  return createRouter({
    ...{ routeTree, history, parseSearch, stringifySearch },
    ...{ defaultPreload: false, scrollRestoration: true },
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof appRouter>;
  }
}
