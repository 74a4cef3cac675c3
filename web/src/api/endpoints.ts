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

/** Names every endpoint by method and path: `POST /api/auth/login/`. */
export type ApiEndpoint = keyof EndpointsByName
export type ApiResponse<C extends ApiEndpoint> = EndpointReply<EndpointsByName[C]>
export type ApiRequestBody<C extends ApiEndpoint> = EndpointBody<EndpointsByName[C]>
export type ApiQuery<C extends ApiEndpoint> = EndpointQuery<EndpointsByName[C]>
/** The endpoints whose reply is a plain array, with the next page in the Link header. */
export type ApiListEndpoint = {
  [C in ApiEndpoint]: EndpointsByName[C] extends { isLinkPaginated: true } ? C : never
}[ApiEndpoint]

type IfPresent<Value, Shape> = [Value] extends [never] ? unknown : Shape
/** The input of an endpoint: path params, query, body or files, each only if the contract has it. */
type EndpointInput<E> = IfPresent<EndpointParams<E>, { params: EndpointParams<E> }> &
  IfPresent<EndpointQuery<E>, { query?: EndpointQuery<E> }> &
  IfPresent<EndpointBody<E>, { body: EndpointBody<E> }> &
  (E extends { files: object }
    ? { files: readonly File[] } & IfPresent<EndpointFields<E>, { fields?: EndpointFields<E> }>
    : unknown)

export type RequestOptions = {
  signal?: AbortSignal | undefined
  /** Use the same key when repeating a request, and the server performs it once. */
  idempotencyKey?: string
  /** Called with the share sent so far, 0 to 1; only for requests with files. */
  onProgress?: (share: number) => void
  /** Lets the request finish while the page is being closed. */
  keepalive?: boolean
}
type EndpointOptions<E> = EndpointInput<E> & RequestOptions
export type RequestArguments<C extends ApiEndpoint> =
  Record<never, never> extends EndpointOptions<EndpointsByName[C]>
    ? [options?: EndpointOptions<EndpointsByName[C]>]
    : [options: EndpointOptions<EndpointsByName[C]>]
