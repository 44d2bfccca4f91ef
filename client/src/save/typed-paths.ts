// The types of a save whose data have a type: merge patches of them, and the JSON Pointers that lead to numbers and arrays in them.
// Nothing of this is there at run time. Paths lead at most six members deep, so that the compiler stays fast; data of an open type,
// such as `JsonObject`, take every path.
import type { Json } from '../record.ts';

/** Does the type say nothing about its members? */
type IsOpen<Data> = 0 extends 1 & Data
  ? true
  : string extends keyof Data
    ? Json extends Data[keyof Data]
      ? true
      : false
    : keyof Data extends never
      ? true
      : false;

type Replaced<
  Text extends string,
  From extends string,
  To extends string,
> = Text extends `${infer Left}${From}${infer Right}` ? `${Left}${To}${Replaced<Right, From, To>}` : Text;

/** The reference token of a key (RFC 6901 section 3). */
type Token<Key extends string | number> = Replaced<Replaced<`${Key}`, '~', '~0'>, '/', '~1'>;

/** One less than a depth. */
type Less = [never, 0, 1, 2, 3, 4, 5];
type Depth = 0 | 1 | 2 | 3 | 4 | 5 | 6;

type KeyOf<Value> = Value extends readonly unknown[] ? number : keyof Value & (string | number);

/** Paths below a value to members of a type. */
type PathBelow<Value, Target, Left extends Depth> = Left extends 0
  ? never
  : Value extends object
    ? {
        [Key in KeyOf<Value>]: `/${Token<Key>}${PathFrom<Value[Key & keyof Value], Target, Less[Left]>}`;
      }[KeyOf<Value>]
    : never;

/** The empty path for a value of the type itself, and those below it. */
type PathFrom<Value, Target, Left extends Depth> =
  | (Value extends Target ? '' : never)
  | PathBelow<NonNullable<Value>, Target, Left>;

/** A JSON Pointer to a number, for `increment`. */
export type NumberPath<Data extends object> = IsOpen<Data> extends true ? string : PathBelow<Data, number, 6>;

/** A JSON Pointer to an array, for `append`. */
export type ArrayPath<Data extends object> =
  IsOpen<Data> extends true ? string : PathBelow<Data, readonly unknown[], 6>;

/** The value at a path. */
type ValueAt<Value, Path extends string> = Path extends `/${infer First}/${infer Rest}`
  ? ValueAt<MemberOf<Value, First>, `/${Rest}`>
  : Path extends `/${infer Last}`
    ? MemberOf<Value, Last>
    : never;

type MemberOf<Value, Name extends string> = Value extends readonly (infer Item)[]
  ? Item
  : Value extends object
    ? { [Key in keyof Value & (string | number)]: Name extends Token<Key> ? Value[Key] : never }[keyof Value &
        (string | number)]
    : never;

/** An item of the array at a path. */
export type ItemAt<Data extends object, Path extends string> =
  IsOpen<Data> extends true
    ? unknown
    : NonNullable<ValueAt<Data, Path>> extends readonly (infer Item)[]
      ? Item
      : never;

/** A whole document of the type. */
export type Whole<Data extends object> = IsOpen<Data> extends true ? object : Data;

type OptionalKey<Value> = {
  [Key in keyof Value]-?: Record<never, never> extends Pick<Value, Key> ? Key : never;
}[keyof Value];

type Merged<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]?: Merged<Value[Key]> | (Key extends OptionalKey<Value> ? null : never) }
    : Value;

/** A JSON Merge Patch (RFC 7396) of the type. An array is replaced whole, and null removes an optional member. */
export type MergePatch<Data extends object> = IsOpen<Data> extends true ? object : Merged<Data>;
