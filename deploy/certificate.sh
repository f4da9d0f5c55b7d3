#!/bin/sh
# The shortest way to an https address in a network of one's own: an authority, and a certificate signed by it for this
# server. Phones and computers that trust the authority then open Rounds as they open any secure site, and may keep it
# for work without a connection. Where the server has a public name, use a public authority instead, such as Caddy does.
#
#   deploy/certificate.sh FOLDER NAME_OR_ADDRESS ...
#   deploy/certificate.sh /etc/rounds/tls rounds.office.lan 192.168.1.20
#
# Run it again before the certificate ends, with the same folder: the authority stays, so devices need nothing new.
set -eu
umask 077

if [ $# -lt 2 ]; then
  echo "Usage: $0 FOLDER NAME_OR_ADDRESS ..." >&2
  exit 2
fi
folder=$1
shift
# iPhones trust no certificate for longer than 825 days (support.apple.com/103769).
days=820

names=
for name in "$@"; do
  case $name in
    *[!0-9A-Za-z.:*-]* | "") echo "$name is neither a name nor an address" >&2; exit 2 ;;
    *:*) kind=IP ;;
    *[!0-9.]*) kind=DNS ;;
    *) kind=IP ;;
  esac
  names="$names${names:+,}$kind:$name"
done

if ! command -v openssl >/dev/null; then
  echo "$0 needs openssl: install it first" >&2
  exit 1
fi

# openssl tells its progress where it tells its errors: only what it says of a failure is shown.
quietly() {
  said=$("$@" 2>&1) || { printf '%s\n' "$said" >&2; exit 1; }
}

mkdir -p "$folder"
cd "$folder"

if [ ! -s authority.key ]; then
  quietly openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 \
    -subj "/CN=Rounds authority of $1" -keyout authority.key.new -out authority.crt \
    -addext "basicConstraints=critical,CA:TRUE,pathlen:0" -addext "keyUsage=critical,keyCertSign,cRLSign"
  mv authority.key.new authority.key
fi

quietly openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$1" \
  -keyout rounds.key.new -out rounds.csr
cat > extensions <<EXTENSIONS
basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature
extendedKeyUsage=serverAuth
subjectAltName=$names
EXTENSIONS
serial=$(openssl rand -hex 16)
quietly openssl x509 -req -in rounds.csr -CA authority.crt -CAkey authority.key -set_serial "0x$serial" \
  -days "$days" -sha256 -extfile extensions -out rounds.crt.new
quietly openssl verify -CAfile authority.crt rounds.crt.new
mv rounds.key.new rounds.key
mv rounds.crt.new rounds.crt
rm -f rounds.csr extensions
# Devices get it; it is no secret, and neither is the server's certificate.
chmod 644 authority.crt rounds.crt

here=$(pwd)
cat <<TEXT
For $*, until $(openssl x509 -in rounds.crt -noout -enddate | cut -d= -f2).

1. Settings of Rounds (docs/settings.md); the user of Rounds must be able to read rounds.key:
     TLS_CERT=$here/rounds.crt
     TLS_KEY=$here/rounds.key
     PUBLIC_URL=https://$1:3000
     HOST=0.0.0.0
   A proxy takes the same two files: ssl_certificate and ssl_certificate_key in deploy/nginx.conf.
2. Install $here/authority.crt on every device:
     Android: Settings, Security, Encryption & credentials, Install a certificate, CA certificate.
     iPhone:  open the file; Settings, General, VPN & Device Management, install; then Settings, General, About,
              Certificate Trust Settings, switch it on.
     Windows: open the file, Install Certificate, Trusted Root Certification Authorities.
3. Keep $here/authority.key away from others: with it, anybody can pretend to be any site to these devices.
TEXT
