/**
 * Returns the URL of a program (a worker thread or a child process) that is named relative to the calling module:
 * TypeScript in the repository, JavaScript in the package. `path` has no extension, for example `./row-thread`.
 */
export function programBeside(moduleUrl: string, path: string): URL {
  return new URL(`${path}${moduleUrl.slice(moduleUrl.lastIndexOf('.'))}`, moduleUrl);
}
