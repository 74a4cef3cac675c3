import { z } from 'zod'

export const id = z.uuid()
/** An instant in a reply: ISO 8601 in UTC. */
export const instant = z.iso.datetime()
export const language = z.enum(['en', 'sw', 'lg'])
export type Language = z.infer<typeof language>

export const role = z.enum(['farmer', 'expert', 'admin'])
export type Role = z.infer<typeof role>

export const cropType = z.enum(['MAIZE', 'WHEAT', 'RICE', 'BEANS'])
export type CropType = z.infer<typeof cropType>
/** The crop that a farmer names for a photo. `OTHER` is a crop that the model does not know. */
export const statedCropType = z.enum([...cropType.options, 'OTHER'])
export type StatedCropType = z.infer<typeof statedCropType>
/** The three classes of an analysis. */
export const rustClass = z.enum(['common_rust', 'healthy', 'other_disease'])
export type RustClass = z.infer<typeof rustClass>

/** At least one visible character, and no control characters except tab and line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern rejects them
const printableText = /^(?=.*[^\s\p{Z}\p{Cc}\p{Cf}\p{Cs}\u2800])[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/su

/** Text typed by a person: trimmed, not blank, without control characters. */
export const trimmedText = (max: number) => z.string().trim().min(1).max(max).regex(printableText)
/** A visible character: no space, control or format character, lone surrogate or letter without a glyph. */
const visibleCharacter = /[^\s\p{Z}\p{C}\p{M}\u2800\u115f\u1160\u3164\uffa0]/u
/** Control characters except tab and line breaks, and lone surrogates. PostgreSQL cannot store all of them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern rejects them
const forbiddenCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\p{Cs}]/u

/** Text that is stored exactly as typed, not trimmed. `params.reason` of an issue is `required` or `characters`. */
export const verbatimText = (max: number) =>
  z
    .string()
    .max(max)
    .refine(value => visibleCharacter.test(value), { params: { reason: 'required' } })
    .refine(value => !forbiddenCharacter.test(value), { params: { reason: 'characters' } })

/** Optional text; a blank string counts as missing. */
export const optionalText = (max: number) =>
  z
    .string()
    .transform(value => (value.trim() === '' ? undefined : value))
    .pipe(trimmedText(max).optional())
    .optional()

/** A number, also as the string of a form field, as older clients send it: `2.5` and `"2.5"`, but not `true` or `[2.5]`. */
export const numberOrNumericString = z.union([
  z.number(),
  z
    .string()
    .trim()
    .regex(/^[+-]?\d{1,15}(?:\.\d{1,15})?$/)
    .transform(Number),
])

/** An email address, trimmed and in lower case, as it is stored and compared. */
export const email = z.string().trim().toLowerCase().max(254).pipe(z.email())

/** A larger page size is reduced to this one, as in Django REST Framework. */
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

/**
 * Query of a list that older clients read without paging parameters: such a request gets a page of the maximum size.
 * `resolvePage` fills in the values.
 */
export const unpagedQuery = pageQuery.extend({
  page: pageQuery.shape.page.unwrap().optional(),
  page_size: pageQuery.shape.page_size.unwrap().optional(),
})

/** Returns page and page size, with the defaults of `pageQuery` if one of them is given. */
export const resolvePage = ({ page, page_size }: { page?: number | undefined; page_size?: number | undefined }) =>
  page === undefined && page_size === undefined
    ? { page: 1, page_size: maxPageSize }
    : pageQuery.parse({ page, page_size })

/** Query of lists that reply with a plain array: 100 items by default, and a Link header to the next page. */
export const arrayPageQuery = pageQuery.extend({ page_size: pageQuery.shape.page_size.unwrap().default(100) })

/** Cursor of keyset pagination, contained in the links. With it, later pages cost as much as the first. */
export const cursor = z
  .string()
  .regex(/^\d{1,10}\.\d{1,3}\.\d\.\d{1,17}\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  .optional()

/** The number up to which a list is counted: counting millions of rows would take longer than reading a page of them. */
export const maxListCount = 10_000

/** Page envelope of Django REST Framework. */
export const paginated = <T extends z.ZodType>(item: T) =>
  z.object({
    count: z.number().int(),
    /** More entries than `count` exist. They were not counted. */
    count_is_capped: z.literal(true).optional(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  })

export const messageReply = z.object({ message: z.string() })
export const idParams = z.object({ id })
/** An account, by the name that others see. */
export const person = z.object({ id, username: z.string() })
export const count = z.number().int().min(0)
