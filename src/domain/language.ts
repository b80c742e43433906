/** BCP 47 tags of the prompt languages of the shipped experiments. */
export const languages = ['en', 'es', 'he', 'zh'] as const;
export type Language = (typeof languages)[number];
