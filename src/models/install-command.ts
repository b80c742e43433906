/**
 * Returns the command that installs optional packages where this program finds them. The Python wheel sets `SEB_INSTALL`: its
 * packages lie in its own folder, where `npm install` alone would not put them.
 */
export function installCommand(packages: string, environment: NodeJS.ProcessEnv = process.env): string {
  return `${environment.SEB_INSTALL ?? 'npm install'} ${packages}`;
}
