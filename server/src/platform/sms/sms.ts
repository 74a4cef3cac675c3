/** SMS message. Only its id may be logged, never the phone number. */
export type Sms = { id: string; to: string; text: string }

/** Permanent result. `isAccountError`: the gateway rejected the account and not this recipient, so an operator must act. */
export type SmsResult = 'sent' | { rejection: string; isAccountError: boolean }

/** Sends an SMS. @throws RetryableSmsError if the same message may succeed later */
export type SendSms = (sms: Sms) => Promise<SmsResult>

export class RetryableSmsError extends Error {
  /** True if the gateway may have accepted the message nevertheless, so that a repetition may send it twice. */
  readonly mayBeSent: boolean

  constructor(message: string, { mayBeSent }: { mayBeSent: boolean }) {
    super(message)
    this.mayBeSent = mayBeSent
  }
}
