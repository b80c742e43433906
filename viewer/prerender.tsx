import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import type { Opening } from '../src/view/contract/contract-static.ts';
import type { Source } from './source/source.ts';
import { startApp } from './start-app.tsx';

/** Returns the markup of a report's first screen, which a browser shows before it runs the application. */
export async function prerender(opening: Opening): Promise<string> {
  const history = createMemoryHistory();
  const links = { ...history, createHref: (path: string) => `#${path}` }; // the page's addresses are after the #
  return renderToString(await startApp(openingSource(opening), links));
}

/** Returns a source that has only what a report shows first. Requests for anything else stay unanswered. */
function openingSource(opening: Opening): Source {
  const unanswered = () => new Promise<never>(() => {});
  return {
    ...{ opening, overview: async () => opening.overview, runPage: unanswered, studyPage: unanswered },
    ...{ items: unanswered, counts: unanswered, item: unanswered, sides: unanswered, compare: unanswered },
    ...{ download: unanswered, labels: null, people: null, listen: () => () => {} },
  };
}
