import type { Contract } from '@kutu/contract/all'
import type { BodyOf, CallName, FieldsOf, ParamsOf, QueryOf, ReplyOf } from '@kutu/contract/endpoint'

type EndpointsOf<Feature> = Feature[keyof Feature]
type AnyEndpoint = { [Feature in keyof Contract]: EndpointsOf<Contract[Feature]> }[keyof Contract]
type ByName = { [E in AnyEndpoint as CallName<E>]: E }

/** `POST /api/auth/login/`: every call there is, by its method and path. */
export type Call = keyof ByName
export type Reply<C extends Call> = ReplyOf<ByName[C]>
export type Body<C extends Call> = BodyOf<ByName[C]>
export type Query<C extends Call> = QueryOf<ByName[C]>
/** The calls whose lists answer as plain arrays, with the way to the next page in a header. */
export type ListCall = { [C in Call]: ByName[C] extends { isArrayList: true } ? C : never }[Call]

type Part<Has, Shape> = [Has] extends [never] ? unknown : Shape
/** What a call needs told: path params, query, body or files, each only where the contract has it. */
type Needs<E> = Part<ParamsOf<E>, { params: ParamsOf<E> }> &
  Part<QueryOf<E>, { query?: QueryOf<E> }> &
  Part<BodyOf<E>, { body: BodyOf<E> }> &
  (E extends { files: object } ? { files: readonly File[] } & Part<FieldsOf<E>, { fields?: FieldsOf<E> }> : unknown)

export type Common = {
  signal?: AbortSignal | undefined
  /** Send the same key with a retry of the same write and it happens once. */
  idempotencyKey?: string
  /** Share sent so far, 0 to 1; only for calls with files. */
  onProgress?: (share: number) => void
  /** For a write that must arrive though the page is being left. */
  keepalive?: boolean
}
type OptionsFor<E> = Needs<E> & Common
export type Arguments<C extends Call> =
  Record<never, never> extends OptionsFor<ByName[C]>
    ? [options?: OptionsFor<ByName[C]>]
    : [options: OptionsFor<ByName[C]>]
