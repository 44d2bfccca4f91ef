// The sum of numbers as decimals, as the service adds them: 0.1 and 0.2 make 0.3. The result is rounded to a number of JavaScript.

/** A number as whole digits and a power of ten. */
function digitsOf(value: number): readonly [digits: bigint, exponent: number] {
  const [mantissa = '0', power = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return [BigInt(whole + fraction), Number(power) - fraction.length];
}

function sumOf(left: number, right: number): readonly [digits: bigint, exponent: number] {
  const [leftDigits, leftExponent] = digitsOf(left);
  const [rightDigits, rightExponent] = digitsOf(right);
  const exponent = Math.min(leftExponent, rightExponent);
  const scaled = (digits: bigint, from: number): bigint => digits * 10n ** BigInt(from - exponent);
  return [scaled(leftDigits, leftExponent) + scaled(rightDigits, rightExponent), exponent];
}

export const addDecimals = (left: number, right: number): number => Number(sumOf(left, right).join('e'));

/** The sum; undefined where a number of JavaScript has other digits or, as for 0.5 and 0.5, fewer decimals. */
export function addExactly(left: number, right: number): number | undefined {
  const [digits, exponent] = sumOf(left, right);
  const sum = Number(`${digits}e${exponent}`);
  const [own, ownExponent] = digitsOf(sum);
  return own === digits && ownExponent === exponent ? sum : undefined;
}

/** A text that is the same for all texts of one number: its digits without zeros at the ends, and a power of ten. */
export function normalNumber(text: string): string {
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  if (kept === '') return '0';
  const exponent = Number(power) - fraction.length + digits.length - kept.length;
  return `${text.startsWith('-') ? '-' : ''}${kept}e${exponent}`;
}

/** The service's bound of digits and of exponents in a sum. */
const most = 1_000;

/** Numbers as whole ones, after the same shift of their points; undefined past the bounds of the service. */
function aligned(
  texts: readonly string[],
): { readonly whole: readonly bigint[]; readonly decimals: number } | undefined {
  const parts = texts.map((text) => {
    const [mantissa = '', power = '0'] = text.toLowerCase().split('e');
    const [whole = '', fraction = ''] = mantissa.split('.');
    return { digits: whole + fraction, power: Number(power), decimals: fraction.length - Number(power) };
  });
  if (parts.some(({ digits, power }) => digits.length > most || Math.abs(power) > most)) return undefined;
  const decimals = Math.max(0, ...parts.map((part) => part.decimals));
  const whole = parts.map((part) => BigInt(part.digits + '0'.repeat(decimals - part.decimals)));
  return { whole, decimals };
}

/** The sum as the service makes it, with as many decimals as the number that has more; undefined past its bounds. */
export function sumOfTexts(left: string, right: string): string | undefined {
  const numbers = aligned([left, right]);
  if (!numbers) return undefined;
  const [one, other] = numbers.whole as [bigint, bigint];
  const sum = String(one + other);
  const sign = sum.startsWith('-') ? '-' : '';
  const digits = sum.slice(sign.length).padStart(numbers.decimals + 1, '0');
  if (digits.length > most) return undefined;
  const point = digits.length - numbers.decimals;
  return sign + digits.slice(0, point) + (numbers.decimals > 0 ? `.${digits.slice(point)}` : '');
}

/** Is the first number less than the second one? False past the bounds of the service. */
export function isLess(left: string, right: string): boolean {
  const [one = BigInt(0), other = BigInt(0)] = aligned([left, right])?.whole ?? [];
  return one < other;
}
