import type { Contract } from '@kutu/contract/contract'
import type {
  EndpointBody,
  EndpointFields,
  EndpointName,
  EndpointParams,
  EndpointQuery,
  EndpointReply,
} from '@kutu/contract/endpoint'

type FeatureEndpoints<Feature> = Feature[keyof Feature]
type AnyEndpoint = { [Feature in keyof Contract]: FeatureEndpoints<Contract[Feature]> }[keyof Contract]
type EndpointsByName = { [E in AnyEndpoint as EndpointName<E>]: E }

/** `POST /api/auth/login/`: every call there is, by its method and path. */
export type ApiEndpoint = keyof EndpointsByName
export type ApiResponse<C extends ApiEndpoint> = EndpointReply<EndpointsByName[C]>
export type ApiRequestBody<C extends ApiEndpoint> = EndpointBody<EndpointsByName[C]>
export type ApiQuery<C extends ApiEndpoint> = EndpointQuery<EndpointsByName[C]>
/** The calls whose lists answer as plain arrays, with the way to the next page in a header. */
export type ApiListEndpoint = {
  [C in ApiEndpoint]: EndpointsByName[C] extends { isLinkPaginated: true } ? C : never
}[ApiEndpoint]

type IfPresent<Value, Shape> = [Value] extends [never] ? unknown : Shape
/** What a call needs told: path params, query, body or files, each only where the contract has it. */
type EndpointInput<E> = IfPresent<EndpointParams<E>, { params: EndpointParams<E> }> &
  IfPresent<EndpointQuery<E>, { query?: EndpointQuery<E> }> &
  IfPresent<EndpointBody<E>, { body: EndpointBody<E> }> &
  (E extends { files: object }
    ? { files: readonly File[] } & IfPresent<EndpointFields<E>, { fields?: EndpointFields<E> }>
    : unknown)

export type RequestOptions = {
  signal?: AbortSignal | undefined
  /** Send the same key with a retry of the same write and it happens once. */
  idempotencyKey?: string
  /** Share sent so far, 0 to 1; only for calls with files. */
  onProgress?: (share: number) => void
  /** For a write that must arrive though the page is being left. */
  keepalive?: boolean
}
type EndpointOptions<E> = EndpointInput<E> & RequestOptions
export type RequestArguments<C extends ApiEndpoint> =
  Record<never, never> extends EndpointOptions<EndpointsByName[C]>
    ? [options?: EndpointOptions<EndpointsByName[C]>]
    : [options: EndpointOptions<EndpointsByName[C]>]
