/** The code of a sign-up is valid for ten minutes, and a new one can be requested. */
const lifetimeMs = 20 * 60_000
/** A tab in the background may need a moment. */
const replyTimeoutMs = 500

type SignUp = { token: string; password: string }

let remembered: (SignUp & { timer: ReturnType<typeof setTimeout> }) | undefined

// The link of the email opens another tab, which asks the one of the sign-up. Nothing is stored on the device.
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('sign-up') : undefined
channel?.addEventListener('message', ({ data }: MessageEvent<Partial<SignUp>>) => {
  const { token, password } = remembered ?? {}
  if (data.password === undefined && token !== undefined && data.token === token)
    channel.postMessage({ token, password })
})

/** Keeps the password of a sign-up in the memory of this page for the activation, so that it is typed once. */
export function rememberSignUpPassword(password: string, token: string): void {
  forgetSignUpPassword()
  remembered = { password, token, timer: setTimeout(forgetSignUpPassword, lifetimeMs) }
}

/** Returns the password of the sign-up in this page, or an empty string. */
export const getSignUpPassword = (): string => remembered?.password ?? ''

/** Asks the other tabs for the password of a sign-up, unless this page has it. */
export async function findSignUpPassword(token: string): Promise<void> {
  if (remembered || !channel) return
  await new Promise<void>(resolve => {
    const timer = setTimeout(finish, replyTimeoutMs)
    function finish() {
      clearTimeout(timer)
      channel?.removeEventListener('message', handleReply)
      resolve()
    }
    function handleReply({ data }: MessageEvent<Partial<SignUp>>) {
      if (data.token !== token || data.password === undefined) return
      rememberSignUpPassword(data.password, token)
      finish()
    }
    channel.addEventListener('message', handleReply)
    channel.postMessage({ token })
  })
}

export function forgetSignUpPassword(): void {
  clearTimeout(remembered?.timer)
  remembered = undefined
}
