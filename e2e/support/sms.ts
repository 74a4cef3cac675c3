import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { smsFile } from '../runner/test-server.ts'

async function findSms(number: string): Promise<string[]> {
  const lines = (await readFile(smsFile, 'utf8').catch(() => '')).split('\n').filter(line => line !== '')
  const messages: { to: string; text: string }[] = lines.map(line => JSON.parse(line))
  return messages.filter(({ to }) => to === number).map(({ text }) => text)
}

/** Waits for the first SMS to a phone number and returns its text. */
export async function waitForSms(number: string): Promise<string> {
  await expect
    .poll(async () => (await findSms(number)).length, { timeout: 30_000, intervals: [50] })
    .toBeGreaterThanOrEqual(1)
  const [text = ''] = await findSms(number)
  return text
}
