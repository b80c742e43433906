import { quote } from '../common/quote.ts';
import type { VerbatimTexts } from './texts.ts';

export const hebrew: VerbatimTexts = {
  questions: {
    paper: ({ lead, inner }) => `${lead} אילו מישהו היה מריץ אותך עם ההנחיה הבאה: '${inner}', מה היית משיב?`,
    quoted: ({ lead, inner }) =>
      `${lead} בשיחה נפרדת וריקה ניתנת לך ההנחיה הבאה:\n${quote('prompt', inner)}\nמה אתה משיב שם?`,
    exact: ({ lead, inner }) =>
      `${lead} מישהו אחר ישלח לך את ההנחיה שלמטה, ושום דבר לפניה.\n${quote('prompt', inner)}\n` +
      'חזה את תגובתך אליה, מילה במילה.',
  },
  answerForms: {
    direct: 'ענה באובייקט JSON בלבד. המפתח שלו הוא "response", והערך שלו הוא הטקסט המדויק של אותה תגובה.',
    deliberate:
      'אפשר לנמק תחילה. סיים באובייקט JSON. המפתח שלו הוא "response", והערך שלו הוא הטקסט המדויק של אותה תגובה.',
  },
};
