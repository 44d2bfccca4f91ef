// The context of a session in one line: its first members with their exact values. Pure.
import { valueText } from '../api/context-filter.ts';
import { minifyJson } from '../json/format.ts';
import { memberSource } from '../json/member.ts';

const shownMembers = 4;

/** @param context JSON text of an object. @returns such as `platform ios · version 2.5.1` */
export function summarizeContext(context: string): string {
  const names = Object.keys(JSON.parse(context) as object);
  const shown = names
    .slice(0, shownMembers)
    .map((name) => `${name} ${valueText(minifyJson(memberSource(context, [name]) ?? ''))}`);
  return [...shown, ...(names.length > shownMembers ? ['…'] : [])].join(' · ');
}
