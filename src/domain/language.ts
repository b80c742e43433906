/** BCP 47 tags of the languages that the shipped experiments' prompts are written in. */
export const languages = ['en', 'es', 'he', 'zh'] as const;
export type Language = (typeof languages)[number];
