/** Names of bundled, simulated and recorded models without provider and settings: the part that distinguishes them. */
export function withoutProviders(text: string): string {
  return text.replaceAll(/\b(?:bundled|simulated|recorded)\/([^\s,?]+)(?:\?[^\s,]*?)?(?=:?(?:[\s,]|$))/g, '$1');
}

/** Returns each model's name without the settings that all models of one base name share. */
export function withoutSharedSettings(models: readonly string[]): ReadonlyMap<string, string> {
  const parts = models.map((model) => {
    const [base = model, ...settings] = model.split(/[?&]/);
    return { model, base, settings };
  });
  return new Map(
    parts.map(({ model, base, settings }) => {
      const alike = parts.filter((other) => other.base === base);
      const own = settings.filter((setting) => !alike.every((other) => other.settings.includes(setting)));
      return [model, own.length === 0 ? base : `${base}?${own.join('&')}`];
    }),
  );
}
