import type { RowThreadData } from '../../report/export/row-files.ts';
import { runRowThread } from '../../report/export/run-row-thread.ts';
import { PageRows, type WordsByExperiment } from './page-rows.ts';

/** The thread that writes the rows' files and collects the rows of the viewer. */
runRowThread(({ page }: RowThreadData) => new PageRows(page as WordsByExperiment)); // as StaticPageFiles provides
