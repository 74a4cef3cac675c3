import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** Key of the certificates below; they are for tests only and no program trusts them. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgt+Ii7Tz5fxZokZ7D
hnAb3/PMP5kxM0lnbWdNWMml2b+hRANCAATJyUzzBTzXBk4rFZY59WPb2RZX5vN7
WcyNJWSIhKU0bAN3DKCpkPqTSQrqG6zQ4bn/8avIfYPxfHMoR3dwU8ro
-----END PRIVATE KEY-----
`

/** Self-signed certificates for localhost, made with `openssl ca -selfsign -startdate … -enddate …`. */
const certificates = {
  /** Valid from 2020-01-01 to 2021-01-01. */
  expired: `-----BEGIN CERTIFICATE-----
MIIBUzCB+qADAgECAgEBMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWxvY2FsaG9z
dDAeFw0yMDAxMDEwMDAwMDBaFw0yMTAxMDEwMDAwMDBaMBQxEjAQBgNVBAMMCWxv
Y2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABMnJTPMFPNcGTisVljn1
Y9vZFlfm83tZzI0lZIiEpTRsA3cMoKmQ+pNJCuobrNDhuf/xq8h9g/F8cyhHd3BT
yuijPTA7MBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAAATAdBgNVHQ4EFgQUkqJF
hCa12RP/34RJucJPA04eLoAwCgYIKoZIzj0EAwIDSAAwRQIgeEbiE7OE1DutTnxJ
G+9Qnfp8TC1LGmPr0A2ucakQaV4CIQCkvbzPIhseO0JPrbq0tNfocVdfDwCrguE4
GvXSX9Eziw==
-----END CERTIFICATE-----
`,
  /** Valid from 2026-11-22 to 2081-08-25. */
  valid: `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUXaI1jcaub4oToFmg8MAs/qxHioowCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjE5MDY0M1oYDzIwODEwODI1
MTkwNjQzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATJyUzzBTzXBk4rFZY59WPb2RZX5vN7WcyNJWSIhKU0bAN3DKCpkPqT
SQrqG6zQ4bn/8avIfYPxfHMoR3dwU8roo28wbTAdBgNVHQ4EFgQUkqJFhCa12RP/
34RJucJPA04eLoAwHwYDVR0jBBgwFoAUkqJFhCa12RP/34RJucJPA04eLoAwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRwAwRAIgI876o5RutqYRANWSEPBDp7ee7uiKBkuyNfTKQWT+hUICIFoS
2+LzmrsiR7GeXAXVEIg0mTIIAg1weiWSDfS3BA4o
-----END CERTIFICATE-----
`,
}

/** Starts an https server on localhost that answers every request with 200. */
export async function startHttpsServer(certificate: keyof typeof certificates) {
  const server = createServer({ key, cert: certificates[certificate] }, (_request, response) => {
    response.end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    /** For a client that trusts it. */
    certificate: certificates[certificate],
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
