# Builds a static program and puts it into an image that holds nothing else.
#
#   docker build -t windfall .
#   docker run -d --name windfall --restart unless-stopped --env-file .env -v windfall:/data windfall
#
# The log names a version if the build does: --build-arg VERSION="$(git describe --always --dirty)"

FROM golang:1.26 AS build
WORKDIR /src
# The modules come first, so that a change of the source does not fetch them again.
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG VERSION
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w -X main.given=$VERSION" -o /out/windfall ./cmd/windfall
RUN mkdir /out/data /out/tmp && cp "$(go env GOROOT)/lib/time/zoneinfo.zip" /out/

FROM scratch
# Certificates, to know Discord by; time zones, for whoever sets TZ.
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /out/zoneinfo.zip /zoneinfo.zip
COPY --from=build /out/windfall /windfall
# The directories belong to the user below. A new volume takes that over; the
# other one is for the temporary database of windfall demo.
COPY --from=build --chown=65532:65532 /out/data /data
COPY --from=build --chown=65532:65532 /out/tmp /tmp

ENV ZONEINFO=/zoneinfo.zip WINDFALL_DB=/data/windfall.db
USER 65532:65532
VOLUME /data
ENTRYPOINT ["/windfall"]
CMD ["run"]
