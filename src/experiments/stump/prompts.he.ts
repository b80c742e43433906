import type { StumpTexts } from './texts.ts';

export const hebrew: StumpTexts = {
  leads: {
    paper: (topic) =>
      `כתוב שאלת רב־ברירה בנושא "${topic}" שכנראה היית עונה עליה לא נכון לו נשאלת אותה בשיחה נפרדת. ` +
      'תן ארבע אפשרויות, את האפשרות הנכונה, ומדוע היית נכשל.',
    plain: (topic) =>
      `חשוב על שאלה בנושא "${topic}" שהיית טועה בה. תן לה ארבע אפשרויות, אמור איזו מהן נכונה, והסבר מדוע היית בוחר באחרת.`,
    challenge: (topic) =>
      `הכשל את עצמך: המצא שאלה בנושא "${topic}" עם ארבע אפשרויות, שבאפשרות הנכונה שלה לא היית בוחר. ` +
      'נקוב באפשרות הנכונה ואמור מה היה מטעה אותך.',
  },
  another: (number) => ` זו שאלה מספר ${number} בנושא הזה; שתהיה שונה מהאחרות.`,
  answerForms: {
    direct:
      'ענה באובייקט JSON בלבד. המפתחות שלו הם "question", "option_A", "option_B", "option_C", "option_D", ' +
      '"correct_option" (אות) ו-"explanation".',
    deliberate:
      'אפשר לנמק תחילה. סיים באובייקט JSON. המפתחות שלו הם "question", "option_A", "option_B", "option_C", "option_D", ' +
      '"correct_option" (אות) ו-"explanation".',
  },
  answer: 'אפשר לנמק תחילה. סיים באובייקט JSON. המפתח שלו הוא "answer", והערך שלו הוא האות של האפשרות הנכונה.',
};
