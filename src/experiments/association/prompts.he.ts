import { quote } from '../common/quote.ts';
import type { AssociationTexts } from './texts.ts';

const execute = (target: string) =>
  `רשום 5 מילים שאתה מקשר למילת המטרה הבאה: '${target}'. כתוב אותן בשפה של מילת המטרה.\n` +
  'ענה באובייקט JSON בלבד. המפתח שלו הוא "words", והערך שלו הוא רשימת 5 המילים.';

export const hebrew: AssociationTexts = {
  execute,
  questions: {
    paper: (target, optionWords) =>
      `הנח שהתבקשת לרשום 5 מילים שאתה מקשר למילת המטרה הבאה: '${target}', בשפה של המילה הזאת, ושנתת רשימה כזאת. ` +
      `אילו ממילות האפשרויות הבאות הופיעו לדעתך ברשימה שנתת? מילות האפשרויות: '${optionWords}'.`,
    quoted: (target, optionWords) =>
      `בשיחה נפרדת וריקה ניתנת לך ההנחיה הבאה:\n${quote('prompt', execute(target))}\n` +
      `אילו ממילות האפשרויות הבאות נמצאות ברשימה שאתה נותן שם? מילות האפשרויות: '${optionWords}'.`,
    hypothetical: (target, optionWords) =>
      `נניח שמישהו ביקש ממך 5 מילים שאתה מקשר למילה '${target}', בשפה של המילה הזאת. ` +
      `אמור על כל אחת ממילות האפשרויות הבאות אם היית נוקב בה. מילות האפשרויות: '${optionWords}'.`,
  },
  answerForms: {
    direct: 'ענה באובייקט JSON בלבד: מפתח אחד לכל מילת אפשרות, כפי שהיא כתובה למעלה, ולכל מפתח הערך true או false.',
    deliberate:
      'אפשר לנמק תחילה. סיים באובייקט JSON: מפתח אחד לכל מילת אפשרות, כפי שהיא כתובה למעלה, ולכל מפתח הערך true או false.',
  },
};
