/** A text message. Only its id may stand in a log, never the number. */
export type Sms = { id: string; to: string; text: string }

/** Refused for good; `mustAct` when it is the account that is refused, not this one number. */
export type SmsResult = 'sent' | { rejection: string; isAccountError: boolean }

/** Hands a text to a gateway. Throws `TextDelayed` when the same text may go through later. */
export type SendSms = (sms: Sms) => Promise<SmsResult>

export class RetryableSmsError extends Error {}
