// The texts about the outcomes of inquiries.
import { languageOf } from "$/app/i18n/language.js";
import allWords from "./outcome_words.json";

export const words = () => allWords[languageOf(location.pathname)];
