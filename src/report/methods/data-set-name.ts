import { basename, isAbsolute } from 'node:path';

/** Returns the name of a data set as shared files show it: a file without the folders of the machine that it was read on. */
export function dataSetName(name: string): string {
  return isAbsolute(name) ? basename(name) : name;
}
