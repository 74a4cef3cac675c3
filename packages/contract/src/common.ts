import { z } from 'zod'

export const id = z.uuid()
/** An instant as answers carry it: ISO 8601 in UTC. */
export const instant = z.iso.datetime()
export const language = z.enum(['en', 'sw', 'lg'])
export type Language = z.infer<typeof language>

export const role = z.enum(['farmer', 'expert', 'admin'])
export type Role = z.infer<typeof role>

export const cropType = z.enum(['MAIZE', 'WHEAT', 'RICE', 'BEANS'])
export type CropType = z.infer<typeof cropType>
/** The three classes the product answers with. */
export const rustClass = z.enum(['common_rust', 'healthy', 'other_disease'])
export type RustClass = z.infer<typeof rustClass>

/** No control characters, which no database keeps and no screen shows, and something to see: not only spaces or invisible marks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const printableText = /^(?=.*[^\s\p{Z}\p{Cc}\p{Cf}\p{Cs}\u2800])[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/su

/** Text a person typed: trimmed, not blank, no control characters. */
export const trimmedText = (max: number) => z.string().trim().min(1).max(max).regex(printableText)
/** Something to see: no space, control or format character, lone surrogate, nor a letter that is drawn as nothing. */
const visibleCharacter = /[^\s\p{Z}\p{C}\p{M}\u2800\u115f\u1160\u3164\uffa0]/u
/** What no database keeps and no screen shows: control characters but tab and line ends, and halves of characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const forbiddenCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\p{Cs}]/u

/** What a person wrote, kept to the letter: not trimmed. `params.reason` of an issue says what is wrong with it. */
export const verbatimText = (max: number) =>
  z
    .string()
    .max(max)
    .refine(value => visibleCharacter.test(value), { params: { reason: 'required' } })
    .refine(value => !forbiddenCharacter.test(value), { params: { reason: 'characters' } })

/** A blank answer counts as none. */
export const optionalText = (max: number) =>
  z
    .string()
    .transform(value => (value.trim() === '' ? undefined : value))
    .pipe(trimmedText(max).optional())
    .optional()

/** A number that older clients may send as the text of an input: `2.5` and `"2.5"`, but not `true` or `[2.5]`. */
export const numberOrNumericString = z.union([
  z.number(),
  z
    .string()
    .trim()
    .regex(/^[+-]?\d{1,15}(?:\.\d{1,15})?$/)
    .transform(Number),
])

/** Email as stored and compared: trimmed and lower case. */
export const email = z.string().trim().toLowerCase().max(254).pipe(z.email())

/** A larger page than the largest is answered with the largest, as Django REST Framework does. */
const maxPageSize = 200
export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000_000).default(1),
  page_size: z.coerce
    .number()
    .int()
    .min(1)
    .transform(size => Math.min(size, maxPageSize))
    .default(10),
})
export type PageQuery = z.infer<typeof pageQuery>

/** Of lists that answer a plain array: the newest 100, and a Link header to the next page. */
export const arrayPageQuery = pageQuery.extend({ page_size: pageQuery.shape.page_size.unwrap().default(100) })

/** Where the page before ended: links carry it, so that the thousandth page costs what the first does. */
export const cursor = z
  .string()
  .regex(/^\d{1,10}\.\d{1,3}\.\d\.\d{1,17}\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  .optional()

/** Django REST Framework's envelope. */
export const paginated = <T extends z.ZodType>(item: T) =>
  z.object({
    count: z.number().int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  })

export const messageReply = z.object({ message: z.string() })
export const noContent = z.void()
export const idParams = z.object({ id })
